package io.grape.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** What each class may use. */
class ArchitectureTest {
    private static final JavaClasses JUNIT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.junit");

    @Test
    void theKitKnowsTheClientAndJUnitAndSpringAlone() {
        classes()
                .that()
                .resideInAPackage("io.grape.junit")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.junit",
                        "io.grape.client..",
                        "org.junit.jupiter.api..",
                        "org.springframework..",
                        "java..",
                        "org.jspecify..")
                .check(JUNIT);
    }

    /** Whoever has no Spring must be able to load all other classes. */
    @Test
    void onlyWhatIsNamedAfterSpringKnowsIt() {
        noClasses()
                .that()
                .haveNameNotMatching("io\\.grape\\.junit\\.Spring.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(JUNIT);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(JUNIT);
    }
}
