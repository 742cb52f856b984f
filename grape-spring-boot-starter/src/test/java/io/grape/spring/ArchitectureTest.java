package io.grape.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** What each class may use. */
class ArchitectureTest {
    private static final JavaClasses SPRING = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.spring");

    @Test
    void itIsOfTheClientTheOutboxAndWhatAnApplicationHas() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.grape.spring",
                        "io.grape.client..",
                        "io.grape.outbox",
                        "com.fasterxml.jackson.databind",
                        "io.micrometer..",
                        "java..",
                        "javax.sql",
                        "org.jspecify..",
                        "org.slf4j",
                        "org.springframework..",
                        "org.testcontainers.containers",
                        "tools.jackson.databind")
                .check(SPRING);
    }

    /** What differs between Spring Boot 3.5 and 4 is named in one class of each. */
    @Test
    void onlyOneClassKnowsTheHealthOfAVersion() {
        noClasses()
                .that()
                .haveNameNotMatching("io\\.grape\\.spring\\.Boot[34]HealthConfiguration")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.boot.actuate..", "org.springframework.boot.health..")
                .check(SPRING);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(SPRING);
    }
}
