package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.Grape;
import io.grape.outbox.Outbox;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What Spring Boot reports of a start that fails: what is wrong and what to do, without a stack trace. No broker is needed. */
@ExtendWith(OutputCaptureExtension.class)
class StartFailuresTest {
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GrapeAutoConfiguration.class)
    static class Application {
        @GrapeHandler("orders")
        void place(String order) {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GrapeAutoConfiguration.class)
    static class Database {
        @Bean
        DataSource source() {
            return new PGSimpleDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GrapeAutoConfiguration.class)
    static class BadHandler {
        @GrapeHandler("orders")
        void place(String order, String other) {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GrapeAutoConfiguration.class)
    static class Shop {
        Shop(TransactionalOutbox outbox) {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GrapeAutoConfiguration.class)
    static class Own {
        Own(Runnable runnable) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Slice {
        Slice(Grape grape) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {
        @Bean
        Grape one() {
            return Grape.connect("http://localhost:1");
        }

        @Bean
        Grape other() {
            return Grape.connect("http://localhost:1");
        }

        @Bean
        String name(Grape grape) {
            return grape.toString();
        }
    }

    private static String reportOf(CapturedOutput output, Class<?> application, String... properties) {
        String[] arguments = Stream.concat(Stream.of("spring.main.banner-mode=off"), Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        assertThatThrownBy(() -> new SpringApplicationBuilder(application)
                        .web(WebApplicationType.NONE)
                        .run(arguments)
                        .close())
                .isNotNull();
        return output.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "'grape.brokers=http://a,,http://b', grape: brokers: expected an address in each place",
        "grape.call-timeout=0s, grape: callTimeout: expected more than 0",
        "grape.worker.concurrency=0, 'grape.worker: concurrency: expected 1 to 10000, got 0'",
        "grape.tubes.orders.retry.attempts=-1, 'grape.tubes.orders: attempts: expected 0 or more, got -1'",
    })
    void aBadValueIsNamed(String property, String message, CapturedOutput output) {
        assertThat(reportOf(output, Application.class, property))
                .contains("Description:\n\n" + message)
                .contains("Action:\n\nCorrect the property below grape")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({
        "grape.outbox.table=a b, 'table: expected such as'",
        "grape.outbox.max-payload=3GB, 'maxPayload: expected less than 2GB, got 3221225472B'",
        "grape.outbox.batch=0, 'batch: expected 1 to 1000, got 0'",
    })
    void soIsOneOfTheOutbox(String property, String message, CapturedOutput output) {
        assertThat(reportOf(output, Database.class, property))
                .contains("Description:\n\ngrape.outbox: " + message)
                .doesNotContain("\tat ");
    }

    @Test
    void aBadHandlerIsNamed(CapturedOutput output) {
        assertThat(reportOf(output, BadHandler.class))
                .contains(
                        "@GrapeHandler io.grape.spring.StartFailuresTest$BadHandler.place(String, String): expected one"
                                + " payload")
                .contains("Action:\n\nCorrect the handler.")
                .doesNotContain("\tat ");
    }

    @Test
    void aMissingBeanIsExplained(CapturedOutput output) {
        assertThat(reportOf(output, Shop.class))
                .contains("There is no bean of type io.grape.spring.TransactionalOutbox, which is needed by")
                .contains("Shop(io.grape.spring.TransactionalOutbox).")
                .contains("Action:\n\nThe outbox needs grape-outbox and spring-jdbc")
                .doesNotContain("Consider defining");
    }

    @Test
    void soIsAClientWithoutTheConfiguration(CapturedOutput output) {
        assertThat(reportOf(output, Slice.class)).contains("@ImportAutoConfiguration(GrapeAutoConfiguration.class)");
    }

    @Test
    void theBeansOfOthersAreForSpring(CapturedOutput output) {
        assertThat(reportOf(output, Own.class)).contains("Consider defining a bean of type 'java.lang.Runnable'");
    }

    @Test
    void twoBeansAreForSpring(CapturedOutput output) {
        assertThat(reportOf(output, Two.class)).contains("but 2 were found");
    }

    /** The analyzer knows them by name, as not all of them can be loaded everywhere. */
    @Test
    void eachExplainedBeanExists() {
        List<Class<?>> types = List.of(
                AfterCommit.class,
                Grape.class,
                GrapeCodecs.class,
                HandlerWorker.class,
                Outbox.class,
                RelayLifecycle.class,
                TransactionalOutbox.class);
        assertThat(new MissingBeanAnalyzer().explained())
                .containsExactlyInAnyOrderElementsOf(
                        types.stream().map(Class::getName).toList());
    }
}
