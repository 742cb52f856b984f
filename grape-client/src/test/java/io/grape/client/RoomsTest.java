package io.grape.client;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What the rooms of the client may see. */
class RoomsTest {
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
                .resideInAPackage("io.micrometer..")
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
    void onlyTheBuilderKnowsThatRoom() {
        noClasses()
                .that(not(equivalentTo(GrapeBuilder.class)).and(not(resideInAPackage("io.grape.client.metrics.."))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.client.metrics..")
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
                        "io.grape.client",
                        "io.grape.client.transport..",
                        "com.fasterxml.jackson..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLIENT);
    }
}
