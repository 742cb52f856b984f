package io.grape.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The command line is one more caller of the client. */
class ArchitectureTest {
    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.cli");

    @Test
    void onlyTheLaunchersWordsKnowTheCore() {
        classes()
                .that()
                .doNotHaveSimpleName("CliWords")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.catalog..",
                        "io.grape.cli..",
                        "io.grape.client..",
                        "picocli..",
                        "com.fasterxml.jackson..",
                        "org.snakeyaml..",
                        "java..",
                        "javax.net.ssl..",
                        "org.jspecify..")
                .check(CLI);
    }

    @Test
    void theTerminalKnowsNothingOfGrape() {
        noClasses()
                .that()
                .resideInAPackage("io.grape.cli.terminal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grape.client..", "picocli..")
                .check(CLI);
    }

    @Test
    void nothingGoesRoundInCircles() {
        slices().matching("io.grape.cli.(**)").should().beFreeOfCycles().check(CLI);
    }
}
