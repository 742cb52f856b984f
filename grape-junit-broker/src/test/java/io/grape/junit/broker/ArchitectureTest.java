package io.grape.junit.broker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** What each class may use. */
class ArchitectureTest {
    private static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.junit.broker");

    @Test
    void theProgramStartsBrokersAndARedis() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.junit.broker..",
                        "io.grape.embedded..",
                        "io.grape.server.app..",
                        "java..",
                        "org.jspecify..")
                .check(PROGRAM);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(PROGRAM);
    }
}
