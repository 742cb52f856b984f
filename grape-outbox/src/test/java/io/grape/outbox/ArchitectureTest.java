package io.grape.outbox;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** What each class may use. */
class ArchitectureTest {
    private static final JavaClasses OUTBOX = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.outbox");

    @Test
    void itNeedsTheJdkAndTheClient() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.outbox",
                        "io.grape.client",
                        "com.fasterxml.jackson..",
                        "java..",
                        "javax.sql",
                        "org.jspecify..",
                        "org.slf4j")
                .check(OUTBOX);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(OUTBOX);
    }
}
