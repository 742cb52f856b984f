package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.redis.TestRedis;
import io.grape.server.ContractBroker;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes with the produces of a client. */
class ProduceInterceptorTest {
    private static final Tube<String> NOTES = Tube.of("notes", Codec.text());

    private final ContractBroker broker = ContractBroker.start(TestRedis.newNamespace());
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Grape grape = Grape.builder()
            .brokers(URI.create(broker.uri().toString()))
            .headers(() -> Map.of("a", "of all", "b", "of all", "c", "of all"))
            .around((tube, jobs) -> new Teller("first", tube, jobs))
            .around((tube, jobs) -> new Teller("second", tube, jobs))
            .build();

    /** Writes down what it is told, and adds headers with its name. */
    private final class Teller implements ProduceScope {
        private final String name;

        Teller(String name, Tube<?> tube, List<? extends NewJob<?>> jobs) {
            this.name = name;
            told.add(name + " begins " + tube + " "
                    + jobs.stream().map(NewJob::id).toList());
        }

        @Override
        public Map<String, String> headers() {
            return name.equals("first") ? Map.of("b", name, "c", name, "d", name) : Map.of("c", name, "d", name);
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            String how = failure instanceof GrapeException refused
                    ? refused.code() + " " + refused.jobId()
                    : failure == null ? "well" : "badly";
            told.add(name + " ends " + how);
        }
    }

    @AfterEach
    void close() {
        grape.close();
        broker.close();
    }

    @Test
    void itsHeadersWinOverThoseOfAllAndThoseOfTheJobOverIts() {
        grape.produce(NOTES, NewJob.of("x").id("1").header("d", "of the job"));
        assertThat(grape.peek(NOTES, "1").orElseThrow().headers())
                .isEqualTo(Map.of("a", "of all", "b", "first", "c", "second", "d", "of the job"));
        grape.produceAll(NOTES, List.of(NewJob.of("y").id("2")));
        assertThat(grape.peek(NOTES, "2").orElseThrow().headers()).containsEntry("d", "second");
    }

    @Test
    void itIsToldOfTheEndOfEachCall() {
        grape.produce(NOTES, NewJob.of("x").id("1"));
        grape.within(Duration.ofSeconds(30))
                .produceAll(
                        NOTES, List.of(NewJob.of("y").id("2"), NewJob.of("z").id("3")));
        assertThat(told)
                .containsExactly(
                        "first begins notes [1]",
                        "second begins notes [1]",
                        "first ends well",
                        "second ends well",
                        "first begins notes [2, 3]",
                        "second begins notes [2, 3]",
                        "first ends well",
                        "second ends well");
    }

    @Test
    void itGoesAroundTheWriteOfABuffer(@TempDir Path directory) {
        BufferedProducer buffer = grape.bufferedProducer(directory).open();
        buffer.produce(NOTES, NewJob.of("x").id("1").header("d", "of the job"));
        assertThat(buffer.close(Duration.ofMinutes(1))).isTrue();
        assertThat(grape.peek(NOTES, "1").orElseThrow().headers())
                .isEqualTo(Map.of("a", "of all", "b", "first", "c", "second", "d", "of the job"));
        assertThatThrownBy(() -> buffer.produce(NOTES, NewJob.of("y").id("2")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThat(told)
                .containsExactly(
                        "first begins notes [1]",
                        "second begins notes [1]",
                        "first ends well",
                        "second ends well",
                        "first begins notes [2]",
                        "second begins notes [2]",
                        "first ends badly",
                        "second ends badly");
    }

    @Test
    void itIsToldWhatFailed() {
        NewJob<String> again = NewJob.of("x").id("1").onDuplicate(OnDuplicate.REJECT);
        grape.produce(NOTES, again);
        assertThatThrownBy(() -> grape.produce(NOTES, again)).isInstanceOf(GrapeException.class);
        grape.produceAll(NOTES, List.of(NewJob.of("y").id("2"), again));
        assertThat(told)
                .filteredOn(line -> line.startsWith("first ends"))
                .containsExactly("first ends well", "first ends DUPLICATE 1", "first ends DUPLICATE 1");
    }

    @SuppressWarnings("NullAway")
    private static ProduceInterceptor nothing() {
        return (tube, jobs) -> null;
    }

    @Test
    void oneThatThrowsCostsNoJob() {
        Grape faulty = Grape.builder()
                .brokers(URI.create(broker.uri().toString()))
                .around((tube, jobs) -> {
                    throw new IllegalStateException("no tracer");
                })
                .around((tube, jobs) -> failure -> {
                    throw new IllegalStateException("no exporter");
                })
                .around((tube, jobs) -> new ProduceScope() {
                    @Override
                    public Map<String, String> headers() {
                        throw new IllegalStateException("no propagator");
                    }

                    @Override
                    public void ended(@Nullable Throwable failure) {
                        told.add("without headers ends " + failure);
                    }
                })
                .around(nothing())
                .around((tube, jobs) -> new Teller("third", tube, jobs))
                .build();
        assertThat(faulty.produce(NOTES, NewJob.of("x").id("1")).created()).isTrue();
        assertThat(told).containsExactly("third begins notes [1]", "without headers ends null", "third ends well");
        faulty.close();
    }
}
