package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.grape.client.BufferedProducer;
import io.grape.client.Codec;
import io.grape.client.DroppedJob;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.TestBroker;
import io.grape.harness.FaultyProxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Calls with many jobs that are refused as a whole, for one job or for their length. */
@Tag("slow")
class BatchRefusalsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());
    private static final int PROXY_BYTES = 20_000;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @TempDir
    private Path directory;

    private final List<DroppedJob> dropped = Collections.synchronizedList(new ArrayList<>());

    /** Written while the broker is away, so that they would all go in one call. */
    private <T> void write(Tube<T> tube, List<NewJob<T>> jobs) {
        broker.away();
        try (BufferedProducer buffer =
                broker.grape().bufferedProducer(directory).open()) {
            jobs.forEach(job -> buffer.produceAsync(tube, job).join());
        }
        broker.back();
    }

    private BufferedProducer open(Grape grape) {
        return grape.bufferedProducer(directory).onDropped(dropped::add).open();
    }

    private static void awaitSettled(BufferedProducer buffer) {
        await().atMost(PATIENCE).until(() -> buffer.status().pending() == 0);
    }

    /** In their order. */
    private List<String> ready() {
        return broker.grape().list(TUBE, JobState.READY, 1000, null).jobs().stream()
                .map(Job::id)
                .toList();
    }

    private long produced() {
        return broker.grape().tubes().status("orders").orElseThrow().totals().getOrDefault("produced", 0L);
    }

    private static List<NewJob<String>> jobs(int count, String payload) {
        return IntStream.range(0, count)
                .mapToObj(i -> NewJob.of(payload).id("order-" + i))
                .toList();
    }

    private static List<String> ids(List<? extends NewJob<?>> jobs) {
        return jobs.stream().map(NewJob::id).toList();
    }

    @Test
    void aProxyThatTakesOnlyShortBodiesStopsNothing() {
        List<NewJob<String>> jobs = new ArrayList<>(jobs(300, "x".repeat(1000)));
        List<String> others = ids(jobs);
        jobs.add(150, NewJob.of("x".repeat(2 * PROXY_BYTES)).id("long"));
        write(TUBE, jobs);
        try (FaultyProxy proxy = new FaultyProxy(URI.create(broker.address()));
                Grape grape = Grape.connect(proxy.uri().toString())) {
            proxy.refuseLongerThan(PROXY_BYTES);
            try (BufferedProducer buffer = open(grape)) {
                awaitSettled(buffer);
                assertThat(buffer.status().sent()).isEqualTo(300);
                assertThat(buffer.status().rejected()).isEqualTo(1);
            }
            assertThat(proxy.refused()).isBetween(1, 100);
        }
        assertThat(ready()).isEqualTo(others);
        assertThat(produced()).isEqualTo(300);
        assertThat(dropped).singleElement().satisfies(one -> {
            assertThat(one.job().id()).isEqualTo("long");
            assertThat(Objects.requireNonNull(one.failure()).status()).isEqualTo(413);
        });
    }

    @Test
    void aPayloadThatTheBrokerCannotReadCostsItAlone() {
        Tube<byte[]> json = Tube.of("orders", new Json());
        List<NewJob<byte[]>> jobs = new ArrayList<>(IntStream.range(0, 500)
                .mapToObj(i -> NewJob.of("{}".getBytes(UTF_8)).id("order-" + i))
                .toList());
        List<String> good = ids(jobs);
        for (int i : List.of(500, 333, 0)) {
            jobs.add(i, NewJob.of("{".getBytes(UTF_8)).id("bad-" + i));
        }
        write(json, jobs);
        try (BufferedProducer buffer = open(broker.grape())) {
            awaitSettled(buffer);
        }
        assertThat(ready()).isEqualTo(good);
        assertThat(produced()).isEqualTo(500);
        assertThat(dropped)
                .extracting(
                        one -> one.job().id(),
                        one -> Objects.requireNonNull(one.failure()).code())
                .containsExactly(
                        tuple("bad-0", ErrorCode.BAD_REQUEST),
                        tuple("bad-333", ErrorCode.BAD_REQUEST),
                        tuple("bad-500", ErrorCode.BAD_REQUEST));
    }

    /** It is at fault then, and not the jobs. */
    @Test
    void aProxyThatRefusesEverythingCostsFewJobs() {
        List<NewJob<String>> jobs = jobs(30, "x");
        write(TUBE, jobs);
        try (FaultyProxy proxy = refusingAll();
                Grape grape = Grape.connect(proxy.uri().toString());
                BufferedProducer buffer = open(grape)) {
            await().atMost(PATIENCE).until(() -> buffer.status().rejected() == 10);
            int before = proxy.refused();
            await().atMost(PATIENCE).until(() -> proxy.refused() > before + 1);
            proxy.refuseLongerThan(PROXY_BYTES);
            awaitSettled(buffer);
            assertThat(buffer.status().rejected()).isEqualTo(10);
        }
        assertThat(ready()).isEqualTo(ids(jobs).subList(10, 30));
    }

    private FaultyProxy refusingAll() {
        FaultyProxy proxy = new FaultyProxy(URI.create(broker.address()));
        proxy.refuseLongerThan(0);
        return proxy;
    }

    /** Bytes of which somebody says that they are JSON. */
    private record Json() implements Codec<byte[]> {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public byte[] encode(byte[] payload) {
            return payload;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    }
}
