package io.grape.client.worker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The worker is built on the client, and on nothing within it. */
class RoomTest {
    private static final JavaClasses CLIENT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.client");

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
    void theWorkerDoesNotKnowTheTransport() {
        noClasses()
                .that()
                .resideInAPackage("io.grape.client.worker")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.client.transport..")
                .check(CLIENT);
    }
}
