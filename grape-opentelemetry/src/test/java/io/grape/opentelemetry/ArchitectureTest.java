package io.grape.opentelemetry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** What each class may use. */
class ArchitectureTest {
    private static final JavaClasses TELEMETRY = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.opentelemetry");

    @Test
    void itIsOfTheClientAndOfTheApiOfOpenTelemetryAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.opentelemetry..",
                        "io.grape.client..",
                        "io.opentelemetry.api..",
                        "io.opentelemetry.context..",
                        "java..",
                        "org.jspecify..")
                .check(TELEMETRY);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(TELEMETRY);
    }
}
