package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.grape.client.metrics.MicrometerEvents;
import io.grape.client.worker.JobContext;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;

/** What a native image is told. */
class HintsTest {
    record Line(String article) {}

    record Order(String id, List<Line> lines) {}

    static class Orders {
        @GrapeHandler("orders")
        void place(Order order, JobContext job) {}

        void other(Runnable task) {}
    }

    @Test
    void aHandlerIsCalledAndItsPayloadRead() throws ReflectiveOperationException {
        RuntimeHints hints = new RuntimeHints();
        new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, Orders.class);
        assertThat(reflection()
                        .onMethod(Orders.class.getDeclaredMethod("place", Order.class, JobContext.class))
                        .invoke())
                .accepts(hints);
        assertThat(reflection().onMethod(Order.class.getMethod("lines")).invoke())
                .accepts(hints);
        assertThat(reflection().onMethod(Line.class.getMethod("article")).invoke())
                .accepts(hints);
        assertThat(reflection()
                        .onConstructor(Line.class.getDeclaredConstructor(String.class))
                        .invoke())
                .accepts(hints);
        assertThat(reflection().onType(JobContext.class)).rejects(hints);
        assertThat(reflection().onType(Runnable.class)).rejects(hints);
    }

    @Test
    void theClientFindsWhatItLooksUpByName() throws ReflectiveOperationException {
        RuntimeHints hints = new RuntimeHints();
        new ClientHints().registerHints(hints, HintsTest.class.getClassLoader());
        assertThat(reflection()
                        .onMethod(MicrometerEvents.class.getMethod("global"))
                        .invoke())
                .accepts(hints);
        assertThat(reflection().onType(Executors.class)).accepts(hints);
        assertThat(resource().forResource("io/grape/outbox/postgresql.sql")).accepts(hints);
        assertThat(resource().forResource("io/grape/outbox/mysql.sql")).accepts(hints);
    }
}
