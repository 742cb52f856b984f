package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.grape.client.Grape;
import io.grape.client.GrapeBuilder;
import io.grape.client.worker.JobContext;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is wrong with an application fails its start, or is logged. No broker is needed. */
class BadHandlersTest {
    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GrapeAutoConfiguration.class));

    static class Orders {
        @GrapeHandler("orders")
        void place(String order) {}
    }

    static class Others {
        @GrapeHandler("${other:orders}")
        void place(JobContext job) {}
    }

    static class Bad {
        @GrapeHandler("orders")
        int place(String order) {
            return order.length();
        }
    }

    static class Unreadable {
        @GrapeHandler("orders")
        void place(Runnable order) {}
    }

    static class Unnamed {
        @GrapeHandler("-orders")
        void place(String order) {}
    }

    static class Unresolved {
        @GrapeHandler("${shop.tube}")
        void place(String order) {}
    }

    @Test
    void aPlaceholderThatDoesNotResolveIsNamed() {
        runner.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withBean(Unresolved.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageStartingWith(
                                "@GrapeHandler io.grape.spring.BadHandlersTest$Unresolved.place(String): Could not resolve")
                        .hasMessageContaining("shop.tube"));
    }

    @Test
    void oneTubeHasOneHandler() {
        ApplicationContextRunner two = runner.withBean(Orders.class).withBean(Others.class);
        two.run(context -> assertThat(context)
                .getFailure()
                .hasMessage("@GrapeHandler io.grape.spring.BadHandlersTest$Others.place(JobContext): expected one"
                        + " handler for the tube orders, got also"
                        + " io.grape.spring.BadHandlersTest$Orders.place(String)"));
        two.withPropertyValues("other=others")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aMethodThatIsNoneFailsTheStart() {
        runner.withBean(Bad.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessage("@GrapeHandler io.grape.spring.BadHandlersTest$Bad.place(String): expected void or"
                                + " Outcome as its result, got int"));
    }

    @Test
    void soDoesAPayloadThatJacksonCannotRead() {
        runner.withBean(Unreadable.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("expected a type that Jackson can read, got java.lang.Runnable"));
    }

    static class Batch {
        @GrapeHandler("orders")
        void place(List<String> orders) {}
    }

    @Test
    void handlerOfAListFailsTheStartAndSaysWhatToUseInstead() {
        runner.withBean(Batch.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("expected the payload of one job, got java.util.List<java.lang.String>")
                        .hasMessageContaining("onBatch"));
    }

    @Test
    void soDoesABadName() {
        runner.withBean(Unnamed.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("tube: expected 1 to 200 of")
                        .hasMessageContaining("'-orders'"));
    }

    @ParameterizedTest
    @CsvSource({
        "grape.worker.concurrency=0, 'grape.worker: concurrency: expected 1 to 10000, got 0'",
        "grape.worker.retry.first=0s, 'grape.worker: retry: expected first from 1 ms to most'",
        "grape.tubes.orders.prefetch=-1, 'grape.tubes.orders: prefetch: expected 0 to 10000, got -1'",
        "grape.tubes.orders.retry.attempts=-1, 'grape.tubes.orders: attempts: expected 0 or more, got -1'",
    })
    void aWrongValueIsNamed(String property, String message) {
        runner.withBean(Orders.class)
                .withPropertyValues(property)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
    }

    @Test
    void aTubeThatNoHandlerHasIsLogged() {
        assertThat(logOf(HandlerWorker.class, "grape.tubes.ordres.concurrency=2", "grape.tubes.orders.concurrency=2"))
                .containsExactly("no handler for tubes of grape.tubes tubes=[ordres] handlers=[orders]");
    }

    private static final ObjectMapper SNAKE =
            new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    @Configuration(proxyBeanMethods = false)
    static class ConnectedClient {
        @Bean
        Grape client() {
            return Grape.connect("http://localhost:9521");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BuiltClient {
        @Bean
        Grape client(GrapeBuilder builder) {
            return builder.callTimeout(Duration.ofSeconds(3)).build();
        }
    }

    /** It writes JSON by its own mapper, and the handlers read by that of the application. */
    @Test
    void clientThatDoesNotUseTheMapperOfTheApplicationIsLogged() {
        ApplicationContextRunner snake = runner.withBean(ObjectMapper.class, () -> SNAKE);
        assertThat(logOf(OwnClients.class, snake.withUserConfiguration(ConnectedClient.class)))
                .singleElement()
                .asString()
                .contains("take a GrapeBuilder", "beans=[client]");
        assertThat(logOf(OwnClients.class, snake.withUserConfiguration(BuiltClient.class)))
                .isEmpty();
        assertThat(logOf(OwnClients.class, snake)).isEmpty();
        assertThat(logOf(OwnClients.class, runner.withUserConfiguration(ConnectedClient.class)))
                .isEmpty();
    }

    @Test
    void aPropertyThatDoesNotExistIsLogged() {
        assertThat(logOf(
                        UnknownProperties.class,
                        "grape.worker.concurency=2",
                        "grape.tubes.orders.ttr=3s",
                        "grape.tubes[shop.orders].retry.first=1s",
                        "grape.worker.prefetch=2",
                        "grapes=many"))
                .containsExactly("no such properties properties=[grape.tubes.orders.ttr, grape.worker.concurency]");
        assertThat(logOf(UnknownProperties.class, "grape.worker.prefetch=2")).isEmpty();
    }

    interface Hidden {}

    static class HiddenOrders extends Orders implements Hidden {}

    @Configuration(proxyBeanMethods = false)
    static class HiddenBeans {
        @Bean
        Hidden orders() {
            return new HiddenOrders();
        }
    }

    /** Only the creation of such a bean tells its class. */
    @Test
    void beanInWhichNoHandlerIsLookedForIsLogged() {
        ApplicationContextRunner hidden = runner.withUserConfiguration(HiddenBeans.class);
        ApplicationContextRunner lazy = hidden.withBean(LazyInitializationBeanFactoryPostProcessor.class);
        assertThat(logOf(HandlerWorker.class, lazy))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("handlers of these beans are not found")
                                .endsWith("beans=[orders]"),
                        line -> assertThat(line).startsWith("no worker starts"));
        assertThat(logOf(HandlerWorker.class, hidden)).isEmpty();
    }

    private List<String> logOf(Class<?> source, String... properties) {
        return logOf(source, runner.withBean(Orders.class).withPropertyValues(properties));
    }

    private static List<String> logOf(Class<?> source, ApplicationContextRunner application) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(source);
        log.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        try {
            application.run(context -> assertThat(context).hasNotFailed());
        } finally {
            logger.detachAppender(log);
            logger.setLevel(null);
        }
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void aDrainFitsThePhase() {
        assertThat(new ShutdownPhase(Duration.ofSeconds(30)).cut(Duration.ofSeconds(25)))
                .isEqualTo(Duration.ofSeconds(25));
        assertThat(new ShutdownPhase(Duration.ofSeconds(20)).cut(Duration.ofSeconds(25)))
                .isEqualTo(Duration.ofSeconds(15));
        assertThat(new ShutdownPhase(Duration.ofSeconds(4)).cut(Duration.ofSeconds(25)))
                .isEqualTo(Duration.ZERO);
        runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=7s")
                .run(context -> assertThat(
                                ShutdownPhase.of(context.getEnvironment()).timeout())
                        .isEqualTo(Duration.ofSeconds(7)));
        runner.run(context ->
                assertThat(ShutdownPhase.of(context.getEnvironment()).timeout()).isEqualTo(Duration.ofSeconds(30)));
    }
}
