package io.grape.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grape.core.ClassRules;
import io.grape.core.ClockRule;
import io.grape.redis.OffsetClock;
import io.grape.server.app.TimeShiftBroker;
import org.junit.jupiter.api.Test;

/** The rooms of the server, and what each may use. */
class ArchitectureTest {
    private static final JavaClasses SERVER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grape.server");

    @Test
    void theHttpApiUsesTheCoreAndVertxAndNothingElseOfOurs() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.http..")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "io.grape.core..", "io.grape.server.http..", "io.vertx..")
                                .or(resideInAPackage("io.grape.catalog.."))
                                .or(resideInAPackage("io.grape.console.."))
                                .or(resideInAnyPackage("io.grape.server.failure..", "io.grape.server.live.."))
                                .or(resideInAPackage("io.grape.server.admission.."))
                                .or(resideInAnyPackage("io.grape.server.access..", "io.grape.server.address.."))
                                .or(resideInAnyPackage("io.grape.server.tcp..", "io.grape.server.presence.."))
                                .or(resideInAnyPackage("io.netty..", "com.fasterxml.jackson..", "org.slf4j.."))
                                .or(resideInAnyPackage("org.jspecify..", "javax.net.ssl..")))
                .check(SERVER);
    }

    @Test
    void theProtocolOfBeanstalkdKnowsNothingOfHttp() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.beanstalkd..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..", "io.grape.core..", "io.vertx.core..", "io.netty..")
                        .or(resideInAnyPackage("io.grape.server.beanstalkd..", "io.grape.server.failure.."))
                        .or(resideInAPackage("io.grape.server.admission.."))
                        .or(resideInAnyPackage(
                                "io.grape.server.access..", "io.grape.server.address..", "io.grape.server.tcp.."))
                        .or(resideInAnyPackage("org.slf4j..", "org.jspecify..")))
                .check(SERVER);
    }

    /** What leads to the calls is in one place, and what they do knows nothing of it. */
    @Test
    void oneRoomKnowsTheRouter() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.server.http.call..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.vertx.ext..")
                .check(SERVER);
    }

    /** From the ground up; those of one floor do not know each other. */
    @Test
    void theRoomsOfHttpStandOnEachOther() {
        String http = "io.grape.server.http";
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(http + "..")
                .layer("json")
                .definedBy(http + ".json")
                .layer("connection")
                .definedBy(http + ".connection")
                .layer("call")
                .definedBy(http + ".call")
                .layer("v1")
                .definedBy(http + ".v1")
                .layer("admin")
                .definedBy(http + ".admin")
                .layer("console")
                .definedBy(http + ".console")
                .layer("grape13")
                .definedBy(http + ".grape13")
                .layer("http")
                .definedBy(http)
                .whereLayer("http")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("grape13")
                .mayOnlyBeAccessedByLayers("http")
                .whereLayer("console")
                .mayOnlyBeAccessedByLayers("http")
                .whereLayer("admin")
                .mayOnlyBeAccessedByLayers("http")
                .whereLayer("v1")
                .mayOnlyBeAccessedByLayers("console", "grape13", "http")
                .whereLayer("call")
                .mayOnlyBeAccessedByLayers("v1", "admin", "console", "grape13", "http")
                .whereLayer("connection")
                .mayOnlyBeAccessedByLayers("call", "http")
                .check(SERVER);
    }

    @Test
    void theRunnerOfOperationsUsesTheCoreVertxAndWhatReadsFailures() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.operations..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..", "io.grape.core..", "io.grape.server.operations..", "io.vertx.core..")
                        .or(resideInAnyPackage("io.grape.server.failure..", "org.slf4j..", "org.jspecify..")))
                .check(SERVER);
    }

    @Test
    void onlyThoseWhoOpenTheStorageSeeIt() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.grape.server.app..", "io.grape.server.check..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grape.redis..", "io.grape.embedded..")
                .check(SERVER);
    }

    /** Nor is it in any file that a broker reads: it is made by name, in a test. */
    @Test
    void noStartOfABrokerLeadsToAClockThatCanBePutAhead() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(TimeShiftBroker.class)
                .should()
                .dependOnClassesThat(equivalentTo(TimeShiftBroker.class).or(equivalentTo(OffsetClock.class)))
                .check(SERVER);
    }

    @Test
    void onlyTheOptionsAndTheReadyLineShowTheUriOfARedis() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.server.config..")
                .and()
                .resideOutsideOfPackage("io.grape.server.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.address..")
                .check(SERVER);
    }

    @Test
    void onlyTheWiringSeesTheListeners() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grape.server.http..")
                .and()
                .resideOutsideOfPackage("io.grape.server.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grape.server.http..")
                .check(SERVER);
    }

    /** Grape 1.3 tells its clients the time of the call, and the checkup compares the clocks. */
    @Test
    void nobodyAsksThisMachineForTheTimeButTheStatsOfGrape13AndTheCheckup() {
        ClockRule.check(
                SERVER.that(not(resideInAnyPackage("io.grape.server.http.grape13..", "io.grape.server.check.."))));
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
    void onlyTheWordsOfTheLauncherAreReadByPicocli() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.grape.server.app..", "io.grape.server.cli..", "io.grape.server.config..")
                .and()
                .resideOutsideOfPackages("io.grape.server.cluster..", "io.grape.server.migration..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grape.command..", "picocli..")
                .check(SERVER);
    }

    @Test
    void configurationMetersAndWhatIsGoingOnDoNotKnowTheListeners() {
        noClasses()
                .that()
                .resideInAnyPackage("io.grape.server.config..", "io.grape.server.metrics..", "io.grape.server.live..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grape.server", "io.grape.server.http..")
                .check(SERVER);
    }

    @Test
    void whoMayUseWhatKnowsTheCoreAlone() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.access..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "io.grape.core..", "io.grape.server.access..")
                        .or(resideInAnyPackage("at.favre.lib.crypto..", "com.fasterxml.jackson..", "org.slf4j.."))
                        .or(resideInAPackage("org.jspecify..")))
                .check(SERVER);
    }

    @Test
    void admissionUsesTheCoreNettyAndWhatReadsFailures() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.admission..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "io.grape.core..", "io.grape.server.failure..")
                        .or(resideInAnyPackage("io.grape.server.admission..", "io.netty.util.concurrent.."))
                        .or(resideInAnyPackage("org.slf4j..", "org.jspecify..")))
                .check(SERVER);
    }

    @Test
    void whereACallerIsKnowsNettyAlone() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.address..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "io.grape.server.address..", "io.netty..")
                        .or(resideInAPackage("org.jspecify..")))
                .check(SERVER);
    }

    @Test
    void theWordsAboutAccountsKnowTheCoreAndWhoMayUseWhat() {
        classes()
                .that()
                .resideInAPackage("io.grape.server.cli..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "io.grape.core..", "io.grape.server.cli..")
                        .or(resideInAnyPackage("io.grape.server.access..", "io.grape.server.failure.."))
                        .or(resideInAnyPackage("io.grape.command..", "picocli..", "org.jspecify..")))
                .check(SERVER);
    }

    /** A parser keeps the names that it meets in a table, which strangers would fill: what they send is scanned. */
    @Test
    void noParserReadsWhatStrangersSend() {
        noClasses()
                .that()
                .resideInAPackage("io.grape.server.http..")
                .should()
                .dependOnClassesThat(
                        simpleName("JsonParser").or(resideInAnyPackage("com.fasterxml.jackson.databind..")))
                .check(SERVER);
    }

    @Test
    void nothingGoesRoundInCircles() {
        slices().matching("io.grape.server.(**)").should().beFreeOfCycles().check(SERVER);
        ClassRules.check(SERVER);
    }
}
