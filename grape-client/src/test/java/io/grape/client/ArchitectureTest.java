package io.grape.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import org.junit.jupiter.api.Test;

/** The rooms of the client, and what each may use. */
class ArchitectureTest {
    private static final JavaClasses CLIENT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.client");

    @Test
    void onlyItsRoomKnowsMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.client.metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "io.grape.client.metrics..")
                .check(CLIENT);
    }

    @Test
    void onlyItsRoomKnowsJackson3AndNobodyThatRoom() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.client.jackson3..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson..", "io.grape.client.jackson3..")
                .check(CLIENT);
    }

    @Test
    void theTransportIsOfTheJdkJacksonAndSlf4jAlone() {
        classes()
                .that()
                .resideInAPackage("io.grape.client.transport..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.net.ssl..",
                        "io.grape.client.transport..",
                        "io.grape.client.time..",
                        "com.fasterxml.jackson..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLIENT);
    }

    @Test
    void theFilesOfABufferKnowNothingOfJobs() {
        classes()
                .that()
                .resideInAPackage("io.grape.client.buffer..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "io.grape.client.buffer..", "org.slf4j..", "org.jspecify..")
                .check(CLIENT);
    }

    @Test
    void onlyTheClientKnowsTheTransport() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.grape.client", "io.grape.client.transport..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.client.transport..")
                .check(CLIENT);
    }

    @Test
    void theClientDoesNotKnowTheWorker() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.client.worker")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.client.worker")
                .check(CLIENT);
    }

    @Test
    void nothingGoesRoundInCircles() {
        ClassRules.check(CLIENT);
    }
}
