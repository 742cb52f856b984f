package io.grape.client.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.grape.client.BufferedProducer;
import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.DroppedJob;
import io.grape.client.ErrorCode;
import io.grape.client.GateMatch;
import io.grape.client.GateSettings;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.client.worker.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of a buffer that no broker takes: for good, for now, or in time. */
class DroppedJobsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());
    private static final Tube<String> OTHER = Tube.of("mails", Codec.text());

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @TempDir
    private Path directory;

    private final List<DroppedJob> dropped = Collections.synchronizedList(new ArrayList<>());

    private static void awaitSettled(BufferedProducer buffer) {
        await().atMost(PATIENCE).until(() -> buffer.status().pending() == 0);
    }

    private boolean isThere(Tube<?> tube, String id) {
        return broker.grape().peek(tube, id).isPresent();
    }

    @Test
    void aJobThatIsRefusedForGoodDoesNotStopTheOthers() {
        broker.grape().tubes().configure("mails", new TubeSettings(Duration.ofMinutes(1), 20));
        broker.grape().tubes().gates("mails").put("no", GateSettings.refuse(GateMatch.ALL));
        try (BufferedProducer buffer = broker.grape()
                .bufferedProducer(directory)
                .onDropped(dropped::add)
                .open()) {
            buffer.produce(TUBE, NewJob.of("x").id("good"));
            buffer.produce(TUBE, NewJob.of("x").id("bad\u0001"));
            buffer.produce(TUBE, NewJob.of("x".repeat(2 << 20)).id("long"));
            buffer.produce(OTHER, NewJob.of("x").id("gated"));
            buffer.produce(TUBE, NewJob.of("x").id("last"));
            awaitSettled(buffer);
            assertThat(buffer.status().sent()).isEqualTo(2);
            assertThat(buffer.status().rejected()).isEqualTo(3);
        }
        assertThat(isThere(TUBE, "good") && isThere(TUBE, "last")).isTrue();
        assertThat(dropped)
                .extracting(
                        one -> one.job().id(),
                        one -> Objects.requireNonNull(one.failure()).code())
                .containsExactlyInAnyOrder(
                        tuple("bad\u0001", ErrorCode.BAD_REQUEST),
                        tuple("long", ErrorCode.TOO_LARGE),
                        tuple("gated", ErrorCode.GATED));
    }

    @Test
    void aListenerThatThrowsStopsNothingAndCostsNoJob() throws IOException {
        try (BufferedProducer buffer = broker.grape()
                .bufferedProducer(directory)
                .onDropped(job -> {
                    throw new IllegalStateException("on purpose");
                })
                .open()) {
            buffer.produce(TUBE, NewJob.of("x").id("bad\u0001"));
            buffer.produce(TUBE, NewJob.of("x").id("good"));
            awaitSettled(buffer);
            assertThat(buffer.status().listenerFailures()).isEqualTo(1);
            assertThat(buffer.status().rejected()).isEqualTo(1);
        }
        assertThat(isThere(TUBE, "good")).isTrue();
        assertThat(Files.readAllLines(directory.resolve("dropped.jsonl")))
                .singleElement()
                .asString()
                .contains("BAD_REQUEST", "bad\\u0001");
    }

    @Test
    void aListenerThatInterruptsItsThreadCostsNoJob() {
        broker.away();
        try (BufferedProducer buffer = broker.grape()
                .bufferedProducer(directory)
                .onDropped(job -> Thread.currentThread().interrupt())
                .open()) {
            buffer.produce(TUBE, NewJob.of("x").id("bad\u0001"));
            // More than is read at once.
            for (int i = 0; i < 40; i++) {
                buffer.produce(TUBE, NewJob.of("x".repeat(500_000)).id("good-" + i));
            }
            broker.back();
            awaitSettled(buffer);
            assertThat(buffer.status().sent()).isEqualTo(40);
            assertThat(buffer.status().damaged()).isZero();
        }
    }

    @Test
    void aListenerWaitsNeitherForRoomNorForTheEnd() {
        Tube<byte[]> bytes = Tube.of("bytes", Codec.bytes());
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        AtomicReference<BufferedProducer> itself = new AtomicReference<>();
        broker.away();
        try (BufferedProducer buffer = broker.grape()
                .bufferedProducer(directory)
                .maxBytes(1 << 20)
                .whenFull(WhenFull.BLOCK)
                .onDropped(job -> {
                    BufferedProducer own = Objects.requireNonNull(itself.get());
                    thrown.add(catchThrowable(() -> own.produce(bytes, new byte[100_000])));
                    thrown.add(catchThrowable(own::close));
                })
                .open()) {
            itself.set(buffer);
            buffer.produce(bytes, NewJob.of(new byte[1000]).id("bad\u0001"));
            for (int i = 0; i < 10; i++) {
                buffer.produce(bytes, new byte[100_000]);
            }
            broker.back();
            awaitSettled(buffer);
            assertThat(buffer.status().sent()).isEqualTo(10);
        }
        assertThat(thrown).hasExactlyElementsOfTypes(BufferFullException.class, IllegalStateException.class);
    }

    @Test
    void droppedJobsAreKeptInAFileUnlessSomebodyTakesThem() throws IOException {
        try (BufferedProducer buffer =
                broker.grape().bufferedProducer(directory).open()) {
            buffer.produce(TUBE, NewJob.of("x").id("bad\u0001").priority(7));
            awaitSettled(buffer);
        }
        assertThat(Files.readAllLines(directory.resolve("dropped.jsonl")))
                .singleElement()
                .satisfies(line ->
                        assertThat(line).contains("\"why\":\"BAD_REQUEST\"", "\"tube\":\"orders\"", "\"priority\":7"));
    }

    @Test
    void aJobThatIsTooOldIsDropped() {
        broker.away();
        try (BufferedProducer buffer = broker.grape()
                .within(Duration.ofSeconds(1))
                .bufferedProducer(directory)
                .maxAge(Duration.ofMillis(1))
                .onDropped(dropped::add)
                .open()) {
            buffer.produce(TUBE, NewJob.of("x").id("old"));
            awaitSettled(buffer);
            assertThat(buffer.status().expired()).isEqualTo(1);
        }
        assertThat(dropped).singleElement().satisfies(one -> {
            assertThat(one.job().id()).isEqualTo("old");
            assertThat(one.failure()).isNull();
        });
        broker.back();
        assertThat(broker.grape()
                        .produce(dropped.get(0).tube(), dropped.get(0).job())
                        .created())
                .isTrue();
        assertThat(broker.grape().peek(TUBE, "old").orElseThrow().payload()).isEqualTo("x");
    }

    @Test
    void aTubeThatIsFullDoesNotStopTheOthers() {
        broker.grape()
                .tubes()
                .configure("orders", new TubeSettings(Duration.ofMinutes(1), 20, TubeLimits.NONE.maxJobs(1)));
        try (BufferedProducer buffer = broker.grape()
                .bufferedProducer(directory)
                .onDropped(dropped::add)
                .open()) {
            for (String id : List.of("a", "b", "c")) {
                buffer.produce(TUBE, NewJob.of("x").id(id));
                buffer.produce(OTHER, NewJob.of("x").id(id));
            }
            await().atMost(PATIENCE).until(() -> buffer.status().pending() == 2);
            assertThat(isThere(OTHER, "c")).isTrue();
            assertThat(isThere(TUBE, "b")).isFalse();
            broker.grape()
                    .tubes()
                    .configure("orders", new TubeSettings(Duration.ofMinutes(1), 20, TubeLimits.NONE.maxJobs(9)));
            awaitSettled(buffer);
        }
        assertThat(isThere(TUBE, "b") && isThere(TUBE, "c")).isTrue();
        assertThat(dropped).isEmpty();
    }

    @Test
    void aJobThatWaitsHoldsNoRoomOfThoseBehindIt() {
        broker.grape()
                .tubes()
                .configure("orders", new TubeSettings(Duration.ofMinutes(1), 20, TubeLimits.NONE.maxJobs(1)));
        try (BufferedProducer buffer =
                broker.grape().bufferedProducer(directory).maxBytes(1 << 20).open()) {
            buffer.produce(TUBE, NewJob.of("x").id("sent"));
            buffer.produce(TUBE, NewJob.of("x").id("waits"));
            for (int i = 0; i < 60; i++) {
                buffer.produce(OTHER, NewJob.of("x".repeat(50_000)).id("mail-" + i));
                await().atMost(PATIENCE).until(() -> buffer.status().pending() == 1);
            }
            assertThat(buffer.status().sent()).isEqualTo(61);
        }
        try (BufferedProducer buffer =
                broker.grape().bufferedProducer(directory).open()) {
            broker.grape()
                    .tubes()
                    .configure("orders", new TubeSettings(Duration.ofMinutes(1), 20, TubeLimits.NONE.maxJobs(9)));
            awaitSettled(buffer);
            assertThat(buffer.status().damaged()).isZero();
        }
        assertThat(isThere(TUBE, "waits")).isTrue();
    }

    @Test
    void aClientTellsWhatItsBufferDoes() throws IOException {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        ClientEvents events = new ClientEvents() {
            @Override
            public void buffered(String tube) {
                told.add("buffered " + tube);
            }

            @Override
            public void unbuffered(String tube, String outcome) {
                told.add(outcome + " " + tube);
            }

            @Override
            public void bufferFull(String buffer) {
                told.add("full");
            }

            @Override
            public void bufferState(String buffer, long jobs, long bytes, Duration oldestAge) {
                told.add(buffer + " holds " + jobs);
                throw new IllegalStateException("on purpose");
            }
        };
        String name = directory.getFileName().toString();
        try (Grape grape = broker.client(events)) {
            try (BufferedProducer buffer =
                    grape.bufferedProducer(directory).onDropped(dropped::add).open()) {
                buffer.produce(TUBE, NewJob.of("x").id("good"));
                buffer.produce(TUBE, NewJob.of("x").id("bad\u0001"));
                awaitSettled(buffer);
            }
        }
        assertThat(told)
                .contains("buffered orders", "sent orders", "bad_request orders", name + " holds 0")
                .doesNotContain("full");
        assertThat(dropped).extracting(DroppedJob::failure).hasOnlyElementsOfType(GrapeException.class);
    }
}
