package io.grape.chaos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
    void roomsDoNotGoRoundInCircles() {
        slices().matching("io.grape.chaos.(*)..").should().beFreeOfCycles().check(CHAOS);
    }
}
