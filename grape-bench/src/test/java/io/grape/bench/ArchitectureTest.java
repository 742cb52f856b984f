package io.grape.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** The rooms of the bench, and what each may use. */
class ArchitectureTest {
    private static final JavaClasses BENCH = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.bench");

    @Test
    void theGeneratorUsesTheJdkAndAHistogram() {
        classes()
                .that()
                .resideInAPackage("io.grape.bench.load..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.grape.bench.load..", "org.HdrHistogram..", "java..", "org.jspecify..")
                .check(BENCH);
    }

    @Test
    void loadOfQueuesUsesNoLibraryOfGrape() {
        classes()
                .that()
                .resideInAPackage("io.grape.bench.queue..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.bench.queue..",
                        "io.grape.bench.load..",
                        "com.sun.management..",
                        "java..",
                        "javax.management..",
                        "org.jspecify..")
                .check(BENCH);
    }

    @Test
    void onlyTheSdkBenchmarkUsesTheSdk() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.bench.sdk..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.client..")
                .check(BENCH);
    }

    @Test
    void whatIsMeasuredIsReachedOverTheWireOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.bench.stage..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.redis..", "io.lettuce..", "io.vertx..", "io.grape.server..", "com.microsoft..")
                .check(BENCH);
    }

    @Test
    void processesAndReportsKnowNothingOfScenarios() {
        noClasses()
                .that()
                .resideInAnyPackage("io.grape.bench.stage..", "io.grape.bench.report..", "io.grape.bench.load..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grape.bench", "io.grape.bench.scenario..")
                .check(BENCH);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(BENCH);
    }
}
