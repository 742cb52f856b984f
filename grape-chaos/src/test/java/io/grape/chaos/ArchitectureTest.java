package io.grape.chaos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** Whoever judges knows nothing of those who are judged. */
class ArchitectureTest {
    private static final JavaClasses CHAOS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.chaos");

    @Test
    void theHistoryKnowsNothingButTheJdk() {
        classes()
                .that()
                .resideInAPackage("io.grape.chaos.history..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.grape.chaos.history..", "java..", "org.jspecify..")
                .check(CHAOS);
    }

    @Test
    void clientsKnowBrokersByTheirWireOnly() {
        classes()
                .that()
                .resideInAPackage("io.grape.chaos.load..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.chaos.load..",
                        "io.grape.chaos.history..",
                        "com.fasterxml.jackson..",
                        "java..",
                        "org.jspecify..")
                .check(CHAOS);
    }

    @Test
    void producersAndWorkersOfTheSdkAreMadeOfNothingElse() {
        classes()
                .that()
                .resideInAPackage("io.grape.chaos.sdk..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.chaos.sdk..",
                        "io.grape.client..",
                        "io.grape.harness..",
                        "io.grape.process..",
                        "java..",
                        "org.jspecify..")
                .check(CHAOS);
    }

    @Test
    void whoPlaysABrokerKnowsItsWireOnly() {
        classes()
                .that()
                .resideInAPackage("io.grape.chaos.conformance..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.chaos.conformance..",
                        "io.grape.command..",
                        "io.grape.core",
                        "io.grape.harness..",
                        "io.grape.process..",
                        "com.fasterxml.jackson..",
                        "com.sun.net.httpserver..",
                        "picocli..",
                        "java..",
                        "org.jspecify..")
                .check(CHAOS);
    }

    @Test
    void processesKnowNothingOfWhatIsDoneToThem() {
        classes()
                .that()
                .resideInAPackage("io.grape.chaos.stage..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.chaos.stage..",
                        "io.grape.harness..",
                        "io.grape.process..",
                        "io.lettuce..",
                        "java..",
                        "org.jspecify..")
                .check(CHAOS);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(CHAOS);
    }
}
