package io.grape.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** What holds for the packages and the classes of each module. */
public final class ClassRules {
    private static final String BUILDER = "Builder";

    private ClassRules() {}

    /** Fails where packages or classes go round in circles, or know what is inside the class of another package. */
    public static void check(JavaClasses all) {
        slices().matching("io.grape.(**)").should().beFreeOfCycles().check(all);
        slices().assignedFrom(new TopLevelClasses(all))
                .should()
                .beFreeOfCycles()
                .check(all);
        classes()
                .should(new ArchCondition<>("know no nested record of another package") {
                    @Override
                    public void check(JavaClass one, ConditionEvents events) {
                        one.getDirectDependenciesFromSelf().stream()
                                .filter(ClassRules::isIntrusion)
                                .forEach(use -> events.add(SimpleConditionEvent.violated(use, use.getDescription())));
                    }
                })
                .check(all);
    }

    private static boolean isIntrusion(Dependency use) {
        JavaClass target = use.getTargetClass().getBaseComponentType();
        return target.isRecord()
                && target.getEnclosingClass()
                        .filter(outer -> !isPart(target, outer))
                        .isPresent()
                && !target.getPackageName().equals(use.getOriginClass().getPackageName());
    }

    /** Whether it is a variant of what it is nested in, or a field of it. */
    private static boolean isPart(JavaClass nested, JavaClass outer) {
        return nested.isAssignableTo(outer.getName())
                || (outer.isRecord()
                        && outer.getFields().stream()
                                .anyMatch(field -> field.getRawType().equals(nested)));
    }

    /** A class is one with those that are nested in it, and a builder with what it builds: each names the other for its users. */
    private record TopLevelClasses(JavaClasses all) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass one) {
            String outer = one.getName().replaceFirst("\\$.*", "");
            String built = outer.endsWith(BUILDER) ? outer.substring(0, outer.length() - BUILDER.length()) : outer;
            // An object of the catalog has fields, a field a type, and a type may be an object again.
            boolean isRecursive = one.getPackageName().equals("io.grape.catalog");
            return SliceIdentifier.of(isRecursive ? "catalog" : all.contain(built) ? built : outer);
        }

        @Override
        public String getDescription() {
            return "top-level classes";
        }
    }
}
