package io.grape.client.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.BufferedProducer;
import io.grape.client.BufferedProducerBuilder;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Tube;
import io.grape.client.worker.TestBroker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs are written into files, and sent from there to a real broker. */
@Tag("slow")
class BufferedProducerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @TempDir
    private Path directory;

    @TempDir
    private Path copy;

    private BufferedProducerBuilder buffer() {
        return broker.grape().bufferedProducer(directory);
    }

    private static void awaitSent(BufferedProducer buffer) {
        await().atMost(PATIENCE).until(() -> buffer.status().pending() == 0);
    }

    /** Those that are ready, in their order. */
    private List<String> ready() {
        return broker.grape().list(TUBE, JobState.READY, 1000, null).jobs().stream()
                .map(Job::id)
                .toList();
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> "order-" + i).toList();
    }

    @Test
    void jobsReachTheBrokerInTheirOrder() {
        try (BufferedProducer buffer = buffer().open()) {
            for (String id : ids(500)) {
                assertThat(buffer.produce(TUBE, NewJob.of("x").id(id))).isEqualTo(id);
            }
            String drawn = buffer.produce(TUBE, "payload");
            assertThat(buffer.close(PATIENCE)).isTrue();
            assertThat(broker.grape().peek(TUBE, drawn).orElseThrow().payload()).isEqualTo("payload");
            assertThat(ready().subList(0, 500)).isEqualTo(ids(500));
        }
    }

    @Test
    void aJobArrivesWithAllItsSettings() {
        Instant due = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);
        try (BufferedProducer buffer = buffer().open()) {
            NewJob<String> job = NewJob.of("päyload")
                    .id("a/b 订单1")
                    .at(due)
                    .ttr(Duration.ofSeconds(30))
                    .priority(7)
                    .maxAttempts(3)
                    .key("acme")
                    .labels("eu", "trial")
                    .header("traceparent", "00-1");
            buffer.produce(TUBE, job);
            awaitSent(buffer);
        }
        Job<String> job = broker.grape().peek(TUBE, "a/b 订单1").orElseThrow();
        assertThat(job.payload()).isEqualTo("päyload");
        assertThat(job.dueAt()).contains(due);
        assertThat(job.priority()).isEqualTo(7);
        assertThat(job.maxAttempts()).isEqualTo(3);
        assertThat(job.headers()).containsEntry("traceparent", "00-1");
        assertThat(job.labels()).containsExactly("eu", "trial");
    }

    @Test
    void jobsOfAnOutageArriveInTheirOrderOnceTheBrokerIsBack() {
        broker.away();
        try (BufferedProducer buffer = buffer().open()) {
            ids(50).forEach(id ->
                    buffer.produceAsync(TUBE, NewJob.of("x").id(id)).join());
            assertThat(buffer.status().pending()).isEqualTo(50);
            assertThat(buffer.status().bytes()).isPositive();
            await().atMost(PATIENCE).until(() -> buffer.status().oldestAge().toMillis() > 0);
            broker.back();
            awaitSent(buffer);
            assertThat(buffer.status().sent()).isEqualTo(50);
            assertThat(buffer.status().oldestAge()).isZero();
        }
        assertThat(ready()).isEqualTo(ids(50));
    }

    @Test
    void whatWasNotSentIsSentByTheNextProcess() {
        broker.away();
        try (BufferedProducer buffer = buffer().open()) {
            ids(20).forEach(id -> buffer.produce(TUBE, NewJob.of("x").id(id)));
            assertThat(buffer.close(Duration.ofMillis(10))).isFalse();
        }
        broker.back();
        try (BufferedProducer buffer = buffer().open()) {
            awaitSent(buffer);
        }
        assertThat(ready()).isEqualTo(ids(20));
    }

    @Test
    void aJobThatIsSentLateIsNotDelayedTwice() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        broker.away();
        try (BufferedProducer buffer = buffer().open()) {
            buffer.produce(TUBE, NewJob.of("x").id("a").delay(Duration.ofHours(1)));
        }
        Instant after = Instant.now().plusMillis(1);
        await().until(() -> Instant.now().isAfter(after.plusMillis(200)));
        broker.back();
        try (BufferedProducer buffer = buffer().open()) {
            awaitSent(buffer);
        }
        Instant due = broker.grape().peek(TUBE, "a").orElseThrow().dueAt().orElseThrow();
        assertThat(due).isBetween(before.plus(Duration.ofHours(1)), after.plus(Duration.ofHours(1)));
    }

    @Test
    void produceOfTheSameIdKeepTheirOrder() {
        broker.away();
        try (BufferedProducer buffer = buffer().open()) {
            for (int i = 0; i < 10; i++) {
                buffer.produce(TUBE, NewJob.of("rev " + i).id("a").onDuplicate(OnDuplicate.REPLACE));
            }
            buffer.produce(TUBE, NewJob.of("x").id("d").debounce(Duration.ofHours(1), Duration.ofHours(2)));
            broker.back();
            awaitSent(buffer);
        }
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().payload()).isEqualTo("rev 9");
        assertThat(broker.grape().peek(TUBE, "d").orElseThrow().state()).isEqualTo(JobState.DELAYED);
    }

    /** The files are as a crash leaves them between a produce and the note that it was confirmed. */
    private List<String> sentAgainAfterItsEnd(BufferedProducerBuilder settings) throws IOException {
        broker.away();
        try (BufferedProducer buffer = settings.open()) {
            buffer.produce(TUBE, NewJob.of("x").id("a"));
        }
        broker.back();
        Journals.copy(directory, copy);
        try (BufferedProducer buffer = buffer().open()) {
            awaitSent(buffer);
        }
        Job<String> job = broker.grape().consume(TUBE, 1, PATIENCE).get(0);
        broker.grape().acknowledge(TUBE.name(), Acknowledgement.finish(job));
        Journals.copy(copy, directory);
        try (BufferedProducer buffer = buffer().open()) {
            awaitSent(buffer);
        }
        return ready();
    }

    @Test
    void aJobThatIsSentAgainAfterItsEndIsASecondOne() throws IOException {
        assertThat(sentAgainAfterItsEnd(buffer())).containsExactly("a");
    }

    @Test
    void aDedupWindowPreventsThat() throws IOException {
        assertThat(sentAgainAfterItsEnd(buffer().dedup(Duration.ofHours(1)))).isEmpty();
    }

    @Test
    void anIdThatTheBrokerKnowsIsCounted() {
        try (BufferedProducer buffer = buffer().open()) {
            buffer.produce(TUBE, NewJob.of("x").id("a"));
            buffer.produce(TUBE, NewJob.of("y").id("a"));
            buffer.produce(TUBE, NewJob.of("z").id("a").onDuplicate(OnDuplicate.REPLACE));
            awaitSent(buffer);
            assertThat(buffer.status().sent()).isEqualTo(3);
            assertThat(buffer.status().existed()).isEqualTo(1);
        }
    }

    @Test
    void theHeadersOfTheClientAreThoseOfTheProduce() {
        AtomicInteger calls = new AtomicInteger();
        try (Grape grape = Grape.builder()
                .brokers(URI.create(broker.address()))
                .headers(() -> Map.of("n", String.valueOf(calls.incrementAndGet())))
                .build()) {
            try (BufferedProducer buffer = grape.bufferedProducer(directory).open()) {
                buffer.produce(TUBE, NewJob.of("x").id("a"));
                awaitSent(buffer);
            }
        }
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().headers()).containsExactly(Map.entry("n", "1"));
        assertThat(calls).hasValue(1);
    }

    @Test
    void aFullBufferSaysSo() {
        broker.away();
        Tube<byte[]> bytes = Tube.of("bytes", Codec.bytes());
        List<String> written = new ArrayList<>();
        try (BufferedProducer buffer = buffer().maxBytes(1 << 20).open()) {
            assertThatThrownBy(() -> {
                        while (true) {
                            written.add(buffer.produce(bytes, new byte[50_000]));
                        }
                    })
                    .isInstanceOf(BufferFullException.class);
            broker.back();
            awaitSent(buffer);
            written.add(buffer.produce(bytes, new byte[50_000]));
            assertThat(buffer.close(PATIENCE)).isTrue();
        }
        assertThat(written)
                .hasSizeGreaterThan(10)
                .allSatisfy(id -> assertThat(
                                broker.grape().peek(bytes, id).orElseThrow().payload())
                        .hasSize(50_000));
    }

    @Test
    void aFullBufferMayBlockUntilTheBrokerIsBack() {
        broker.away();
        Tube<byte[]> bytes = Tube.of("bytes", Codec.bytes());
        try (BufferedProducer buffer =
                buffer().maxBytes(1 << 20).whenFull(WhenFull.BLOCK).open()) {
            Thread producer = new Thread(() -> IntStream.range(0, 40)
                    .forEach(i ->
                            buffer.produce(bytes, NewJob.of(new byte[50_000]).id("b" + i))));
            producer.start();
            await().atMost(PATIENCE)
                    .until(() -> producer.getState() == Thread.State.WAITING
                            && buffer.status().bytes() > 900_000);
            broker.back();
            await().atMost(PATIENCE).until(() -> buffer.status().sent() == 40);
        }
        assertThat(IntStream.range(0, 40))
                .allMatch(i -> broker.grape().peek(bytes, "b" + i).isPresent());
    }

    @Test
    void aBadPayloadIsRefusedAtOnce() {
        Tube<Object> objects = Tube.of("objects", Object.class);
        try (BufferedProducer buffer = buffer().durability(Durability.SYSTEM).open()) {
            assertThatThrownBy(() -> buffer.produce(objects, new Object()))
                    .isInstanceOfSatisfying(
                            GrapeException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST));
            assertThat(buffer.status().pending()).isZero();
        }
    }
}
