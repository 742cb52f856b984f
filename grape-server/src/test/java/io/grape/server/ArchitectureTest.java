package io.grape.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rooms of the server, and what each may use. */
class ArchitectureTest {
    private static final JavaClasses SERVER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.server");

    @Test
    void theHttpDoorUsesTheCoreAndVertxAndNothingElseOfOurs() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.http..")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "io.grape.core..", "io.grape.server.http..", "io.vertx.core..")
                                .or(resideInAPackage("io.grape.server.failure.."))
                                .or(resideInAnyPackage("io.netty..", "com.fasterxml.jackson..", "org.slf4j.."))
                                .or(resideInAPackage("org.jspecify..")))
                .check(SERVER);
    }

    @Test
    void onlyTheWiringSeesTheStorage() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.server")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.redis..")
                .check(SERVER);
    }

    @Test
    void nobodyHereKnowsTheClientOfTheStore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lettuce..")
                .check(SERVER);
    }

    @Test
    void configurationAndMetersDoNotKnowTheDoors() {
        noClasses()
                .that()
                .resideInAnyPackage("io.grape.server.config..", "io.grape.server.metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grape.server", "io.grape.server.http..")
                .check(SERVER);
    }

    @Test
    void roomsDoNotGoRoundInCircles() {
        slices().matching("io.grape.server.(*)..").should().beFreeOfCycles().check(SERVER);
    }
}
