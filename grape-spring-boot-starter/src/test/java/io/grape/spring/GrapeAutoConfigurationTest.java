package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.metrics.MicrometerEvents;
import io.grape.outbox.Outbox;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.support.TransactionSynchronization;

/** Which beans there are, and when. No broker is needed: a client sends nothing by itself. */
class GrapeAutoConfigurationTest {
    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GrapeAutoConfiguration.class));

    private static DataSource source() {
        return new PGSimpleDataSource();
    }

    @Test
    void anApplicationWithoutAnythingHasAClientAndAWorkerWithoutHandlers() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(Grape.class).hasSingleBean(HandlerWorker.class);
            assertThat(context).hasSingleBean(AfterCommit.class).hasSingleBean(HealthIndicator.class);
            assertThat(context).doesNotHaveBean(ClientEvents.class).doesNotHaveBean(ObservedJobs.class);
            assertThat(context).doesNotHaveBean(Outbox.class).doesNotHaveBean(TransactionalOutbox.class);
            assertThat(context.getBean(HandlerWorker.class).worker()).isEmpty();
            assertThat(context.getBean(GrapeConnectionDetails.class).brokers())
                    .containsExactly(URI.create("http://localhost:9521"));
        });
    }

    @Test
    void theClientEndsWithTheContext() {
        List<Grape> clients = new ArrayList<>();
        runner.run(context -> clients.add(context.getBean(Grape.class)));
        assertThat(clients)
                .singleElement()
                .satisfies(grape -> assertThat(grape.isClosed()).isTrue());
    }

    @Test
    void propertiesNameTheBrokers() {
        runner.withPropertyValues("grape.brokers=http://a:1,http://b:2", "grape.token=secret")
                .run(context -> {
                    GrapeConnectionDetails details = context.getBean(GrapeConnectionDetails.class);
                    assertThat(details.brokers()).containsExactly(URI.create("http://a:1"), URI.create("http://b:2"));
                    assertThat(details.token()).isEqualTo("secret");
                    assertThat(context.getBean(GrapeProperties.class).toString())
                            .doesNotContain("secret");
                });
    }

    @Test
    void aBeanThatNamesTheBrokersWins() {
        List<String> built = new ArrayList<>();
        runner.withPropertyValues("grape.brokers=ftp://a")
                .withBean(GrapeConnectionDetails.class, () -> () -> List.of(URI.create("http://c:3")))
                .withBean(GrapeBuilderCustomizer.class, () -> builder -> built.add("customized"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(GrapeConnectionDetails.class));
        assertThat(built).containsExactly("customized");
    }

    @Test
    void aClientOfYourOwnIsTheOnlyOne() {
        Grape own = Grape.connect("http://localhost:1");
        runner.withBean(Grape.class, () -> own)
                .run(context -> assertThat(context.getBean(Grape.class)).isSameAs(own));
    }

    @Test
    void withoutAWorkerThereAreNoHandlers() {
        runner.withPropertyValues("grape.worker.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HandlerWorker.class));
    }

    @ParameterizedTest
    @CsvSource({
        "grape.brokers=ftp://a, brokers: expected such as",
        "grape.call-timeout=-1s, callTimeout: expected",
        "grape.token=two words, token: expected",
    })
    void aWrongValueFailsAtTheStart(String property, String message) {
        runner.withPropertyValues(property)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
    }

    @Test
    void theMetersAreInTheRegistryOfTheApplication() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context).hasSingleBean(MicrometerEvents.class));
    }

    @Test
    void observationsNeedARegistry() {
        ApplicationContextRunner observed = runner.withBean(ObservationRegistry.class, ObservationRegistry::create);
        observed.run(context -> assertThat(context).hasSingleBean(ObservedJobs.class));
        observed.withPropertyValues("grape.observation.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(ObservedJobs.class));
    }

    @Test
    void healthCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.grape.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void aDataSourceHasAnOutbox() {
        ApplicationContextRunner withSource = runner.withBean(DataSource.class, GrapeAutoConfigurationTest::source);
        withSource
                .withPropertyValues("grape.outbox.relay=false")
                .run(context ->
                        assertThat(context).hasSingleBean(Outbox.class).hasSingleBean(TransactionalOutbox.class));
        withSource
                .withPropertyValues("grape.outbox.enabled=false")
                .run(context ->
                        assertThat(context).doesNotHaveBean(Outbox.class).doesNotHaveBean(RelayLifecycle.class));
        withSource
                .withBean("other", DataSource.class, GrapeAutoConfigurationTest::source)
                .run(context -> assertThat(context).doesNotHaveBean(Outbox.class));
    }

    @Test
    void nothingOptionalIsNeeded() {
        runner.withClassLoader(new FilteredClassLoader(
                        "io.grape.outbox",
                        "io.micrometer.core",
                        "org.springframework.boot.actuate",
                        "org.springframework.jdbc",
                        "org.springframework.transaction"))
                .run(context -> {
                    assertThat(context)
                            .hasNotFailed()
                            .hasSingleBean(Grape.class)
                            .hasSingleBean(HandlerWorker.class);
                    assertThat(context).doesNotHaveBean(HealthIndicator.class).doesNotHaveBean(AfterCommit.class);
                });
    }

    @Test
    void transactionsAloneAreEnoughForAfterCommit() {
        runner.withClassLoader(new FilteredClassLoader("io.grape.outbox", "org.springframework.jdbc"))
                .run(context -> {
                    assertThat(TransactionSynchronization.class).isInterface();
                    assertThat(context).hasSingleBean(AfterCommit.class).doesNotHaveBean(Outbox.class);
                });
    }

    @Test
    void codecsUseTheMapperOfTheApplication() {
        ObjectMapper mapper = new ObjectMapper();
        runner.withBean(ObjectMapper.class, () -> mapper)
                .run(context ->
                        assertThat(context.getBean(GrapeCodecs.class)).hasToString("Mapped[mapper=" + mapper + "]"));
        runner.run(context -> assertThat(context.getBean(GrapeCodecs.class)).hasToString("Usual[]"));
    }
}
