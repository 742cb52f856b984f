package io.grape.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** What each class may use. */
class ArchitectureTest {
    private static final JavaClasses CONSOLE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.console");

    @Test
    void theFilesNeedNothingButTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.grape.console..", "java..", "org.jspecify..")
                .check(CONSOLE);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(CONSOLE);
    }
}
