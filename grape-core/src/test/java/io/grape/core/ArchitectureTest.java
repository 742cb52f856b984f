package io.grape.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Who may use whom, and whose clock. */
final class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/io/grape/harness/"))
            .importPackages("io.grape");

    private static final JavaClasses HARNESS = new ClassFileImporter().importPackages("io.grape.harness");

    private static final Set<String> NAMES_OF_NOTHING =
            Set.of("util", "utils", "common", "impl", "dto", "service", "helper");

    @Test
    void theDomainUsesNothingButTheJdkAndJSpecify() {
        classes()
                .that()
                .resideInAPackage("io.grape.core..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.grape.catalog..", "io.grape.core..", "java..", "org.jspecify..")
                .check(CLASSES);
    }

    /** Netty is what Lettuce's own settings are made of; the JDK's management tells how much memory a machine has. */
    @Test
    void theStorageUsesTheDomainAndLettuce() {
        classes()
                .that()
                .resideInAPackage("io.grape.redis..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.address..",
                        "io.grape.catalog..",
                        "io.grape.core..",
                        "io.grape.redis..",
                        "io.lettuce..",
                        "io.netty..",
                        "org.slf4j..",
                        "java..",
                        "com.sun.management..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void onlyTheStorageKnowsLettuce() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.grape.redis..", "io.grape.address..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.lettuce..").or(resideInAPackage("io.netty..")))
                .check(CLASSES);
    }

    @Test
    void childProcessesKnowNothingElseOfGrape() {
        classes()
                .that()
                .resideInAPackage("io.grape.process..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.grape.process..", "org.slf4j..", "java..", "org.jspecify..")
                .check(CLASSES);
    }

    /** Tests of every module use it, those of this one too; what they test it reaches from outside. */
    @Test
    void theHarnessKnowsProcessesRedisAndTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage("io.grape.harness..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.harness..",
                        "io.grape.process..",
                        "io.lettuce..",
                        "java..",
                        "com.sun.net.httpserver..",
                        "org.jspecify..")
                .check(HARNESS);
        ClassRules.check(HARNESS);
    }

    @Test
    void nothingThatIsShippedKnowsTheHarness() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.harness..")
                .check(CLASSES);
    }

    /** From the ground up; those of one floor do not know each other. */
    @Test
    void theRoomsOfTheStorageStandOnEachOther() {
        String redis = "io.grape.redis";
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(redis + "..")
                .layer("connection")
                .definedBy(redis + ".connection")
                .layer("overload")
                .definedBy(redis + ".overload")
                .layer("script")
                .definedBy(redis + ".script")
                .layer("around")
                .definedBy(redis + ".access", redis + ".broker", redis + ".tube")
                .layer("job")
                .definedBy(redis + ".job")
                .layer("above")
                .definedBy(redis + ".operation", redis + ".repair", redis + ".migration", redis + ".schedule")
                .layer("store")
                .definedBy(redis)
                .whereLayer("store")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("above")
                .mayOnlyBeAccessedByLayers("store")
                .whereLayer("job")
                .mayOnlyBeAccessedByLayers("above", "store")
                .whereLayer("around")
                .mayOnlyBeAccessedByLayers("job", "above", "store")
                .check(CLASSES);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(CLASSES);
    }

    @Test
    void aPackageIsNamedAfterWhatItIsAbout() {
        List<String> names = packages().stream()
                .flatMap(room -> Arrays.stream(room.getName().split("\\.", -1)))
                .toList();
        assertThat(names).contains("core", "redis").doesNotContainAnyElementsOf(NAMES_OF_NOTHING);
    }

    @Test
    void everyPackageSaysWhatItHoldsAndThatNothingIsNull() {
        assertThat(packages())
                .isNotEmpty()
                .allSatisfy(room -> assertThat(room.isAnnotatedWith(NullMarked.class))
                        .as("%s has a package-info with @NullMarked", room.getName())
                        .isTrue());
    }

    private static List<JavaPackage> packages() {
        return CLASSES.stream().map(JavaClass::getPackage).distinct().toList();
    }

    @Test
    void nobodyAsksThisMachineForTheTime() {
        ClockRule.check(CLASSES);
    }

    @Test
    void theRuleOfTheClockKnowsAClockWhenItSeesOne() {
        JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
        List<String> clocks = offender.stream()
                .flatMap(one -> one.getMethodCallsFromSelf().stream())
                .map(call -> call.getTarget())
                .filter(target -> ClockRule.isClock(target.getOwner(), target.getName()))
                .map(AccessTarget::getName)
                .toList();
        assertThat(clocks).containsExactlyInAnyOrder("currentTimeMillis", "now", "systemUTC");
    }

    /** Does what nobody may. */
    private static final class Offender {
        @SuppressWarnings("unused")
        static long time() {
            return System.currentTimeMillis()
                    + Instant.now().toEpochMilli()
                    + Clock.systemUTC().millis()
                    + System.nanoTime();
        }
    }
}
