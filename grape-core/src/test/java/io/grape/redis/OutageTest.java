package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.Job;
import io.grape.core.JobState;
import io.grape.core.Total;
import io.grape.core.TubeSettings;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers see while their Redis is away, slow or gone, and after. */
@Tag("alone")
final class OutageTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String NAMESPACE = "outage";

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private EmbeddedRedis redis;
    private TestStore store;

    @BeforeEach
    void start() {
        redis = start(FreePorts.one());
        store = TestStore.open(redis.uri(), NAMESPACE);
    }

    private EmbeddedRedis start(int port) {
        return EmbeddedRedis.start(directory, port, "--appendonly", "yes", "--save", "");
    }

    private void kill() {
        redis.process().destroyForcibly();
        redis.close();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        store.close();
        redis.close();
    }

    @Test
    void aCallWhoseAnswerIsLostFailsAndIsNotSentAgain() throws IOException {
        store.produce(10);
        store.consume(1);
        try (LossyWire wire = LossyWire.to(redis.port());
                TestStore far = TestStore.open(wire.uri(), NAMESPACE, SOON, StoreListener.NONE)) {
            wire.loseAnswers();
            CompletionStage<?> consumed = far.consumeAsync(1);
            await().atMost(SOON).until(() -> store.tube().total(Total.CONSUMED) == 2);
            wire.breakConnections();

            assertThat(code(consumed)).contains(ErrorCode.STORE_UNAVAILABLE);
            far.awaitUsable();
            assertThat(store.tube().total(Total.CONSUMED)).isEqualTo(2);
        }
    }

    @Test
    void callsFailWhileRedisIsGoneAndSucceedAgainWhenItIsBack() {
        store.produce(10);
        kill();
        store.awaitUnusable();
        for (CompletionStage<?> call : List.of(
                store.produceAsync("late"),
                store.consumeAsync(1),
                store.store().tubes().names(),
                store.store().brokers().beat())) {
            assertThat(code(call)).contains(ErrorCode.STORE_UNAVAILABLE);
        }

        redis = start(redis.port());
        store.awaitUsable();
        assertThat(store.consume(100)).hasSize(10);
    }

    @Test
    void callsToAStoppedRedisFailAndThoseOfLaterAreNeverSent() {
        store.produce(100);
        Signals.stop(redis.process());
        int early = 5;
        List<CompletionStage<?>> calls = new ArrayList<>();
        IntStream.range(0, early).forEach(i -> calls.add(store.consumeAsync(1)));
        calls.forEach(call -> assertThat(code(call)).contains(ErrorCode.STORE_UNAVAILABLE));
        awaitGivenUp();
        for (int i = 0; i < 50; i++) {
            assertThat(code(store.consumeAsync(1))).contains(ErrorCode.STORE_UNAVAILABLE);
        }

        Signals.resume(redis.process());
        store.awaitUsable();
        assertThat(store.tube().total(Total.CONSUMED)).isBetween(0L, (long) early);
    }

    @Test
    void consumesThatRedisGetsToLateTakeNothing() {
        store.produce(100);
        store.consume(1);
        Signals.stop(redis.process());
        List<CompletionStage<?>> calls = new ArrayList<>();
        IntStream.range(0, 5).forEach(i -> calls.add(store.consumeAsync(1)));
        calls.forEach(call -> assertThat(code(call)).contains(ErrorCode.STORE_UNAVAILABLE));
        awaitGivenUp();

        Signals.resume(redis.process());
        store.awaitUsable();
        assertThat(store.tube().total(Total.CONSUMED)).isEqualTo(1);
        assertThat(store.consume(100)).hasSize(99);
    }

    @Test
    void whatAnAnswerBringsThatComesLateGoesBack() throws IOException {
        store.produce(10);
        HeldAnswers held = new HeldAnswers();
        try (LossyWire wire = LossyWire.to(redis.port(), held);
                TestStore far = TestStore.open(wire.uri(), NAMESPACE, Duration.ofSeconds(3), StoreListener.NONE)) {
            far.consume(1);
            held.hold();
            CompletionStage<?> consumed = far.consumeAsync(4);
            await().atMost(SOON).until(() -> store.tube().total(Total.CONSUMED) == 5);
            assertThat(code(consumed)).contains(ErrorCode.STORE_UNAVAILABLE);
            held.release();

            await().atMost(SOON).until(() -> store.tube().total(Total.CONSUMED) == 1);
            assertThat(store.consume(100)).hasSize(9).allMatch(job -> job.noe() == 1);
        }
    }

    /** Lets answers through, or keeps them until it is told to let them go. */
    private static final class HeldAnswers implements LossyWire.Answers {
        private volatile CountDownLatch gate = new CountDownLatch(0);

        void hold() {
            gate = new CountDownLatch(1);
        }

        void release() {
            gate.countDown();
        }

        @Override
        public void carry(InputStream from, OutputStream to) throws IOException {
            byte[] bytes = new byte[8192];
            for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                to.write(bytes, 0, read);
            }
        }
    }

    /** Callers take and finish jobs while Redis stands still and goes on: no job is with somebody who was told that the call failed. */
    @Test
    void aRedisThatStandsStillUnderLoadLeavesNoJobOut() {
        store.produce(1);
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Void>> callers = IntStream.range(0, 200)
                .mapToObj(i -> CompletableFuture.runAsync(() -> takeAndFinish(over), threads))
                .toList();
        await().atMost(SOON).until(() -> store.tube().total(Total.FINISHED) > 200);
        Signals.stop(redis.process());
        awaitGivenUp();
        Signals.resume(redis.process());
        store.awaitUsable();
        over.set(true);
        callers.forEach(CompletableFuture::join);

        await().atMost(SOON).until(() -> store.tube().count(JobState.RETAINED) == 0);
    }

    private void takeAndFinish(AtomicBoolean over) {
        while (!over.get()) {
            var unused = failure(store.produceAsync(UUID.randomUUID().toString()));
            CompletionStage<List<Job>> taken = store.consumeAsync(2);
            if (failure(taken).isEmpty()) {
                get(taken).forEach(this::finishAtLast);
            }
        }
    }

    /** As often as it takes: one that failed may have been run. */
    private void finishAtLast(Job job) {
        await().atMost(SOON).until(() -> code(store.finishAsync(List.of(job))).isEmpty());
    }

    /** Until calls are not even sent. */
    private void awaitGivenUp() {
        await().atMost(SOON)
                .until(() ->
                        failure(store.store().check()).orElseThrow().detail().contains("not connected"));
    }

    @Test
    void whatTheNetworkDidNotTakeByTheDeadlineIsNeverSent() {
        int count = 64;
        byte[] large = new byte[1 << 20];
        store.produce(1);
        Signals.stop(redis.process());
        List<CompletionStage<?>> calls = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> calls.add(store.produceAsync("large" + i, large)));
        calls.forEach(call -> assertThat(code(call)).contains(ErrorCode.STORE_UNAVAILABLE));
        awaitGivenUp();

        Signals.resume(redis.process());
        store.awaitUsable();
        assertThat(store.tube().total(Total.PRODUCED)).isLessThan(1 + count);
    }

    @Test
    void flushedScriptsAreNotNoticed() {
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            for (int i = 0; i < 300; i++) {
                CompletionStage<?> flushed = raw.async().scriptFlush();
                get(store.produceAsync("job" + i));
                get(flushed);
            }
        }
        assertThat(store.tube().count(JobState.READY)).isEqualTo(300);
    }

    @Test
    void restartsUnderLoadLoseNothingThatWasAnswered() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        List<CompletableFuture<Void>> producers = IntStream.range(0, 4)
                .mapToObj(number -> CompletableFuture.runAsync(
                        () -> produceUntil(over, "p" + number + "-", answered, refused), threads))
                .toList();
        for (int restart = 0; restart < 3; restart++) {
            int before = answered.get();
            await().atMost(SOON).until(() -> answered.get() > before + 200);
            int failed = refused.get();
            kill();
            await().atMost(SOON).until(() -> refused.get() > failed);
            redis = start(redis.port());
        }
        over.set(true);
        producers.forEach(TestStore::get);
        long live = store.tube().count(JobState.READY);
        assertThat(live).isBetween((long) answered.get(), (long) answered.get() + refused.get());
    }

    private void produceUntil(AtomicBoolean over, String prefix, AtomicInteger answered, AtomicInteger refused) {
        for (int i = 0; !over.get(); i++) {
            if (code(store.produceAsync(prefix + i)).isEmpty()) {
                answered.incrementAndGet();
            } else {
                refused.incrementAndGet();
                store.awaitUsable();
            }
        }
    }

    @Test
    void hintsArriveAgainAfterARestartAndTheGapIsTold() {
        AtomicInteger gaps = new AtomicInteger();
        AtomicInteger hints = new AtomicInteger();
        get(store.store().hints().subscribe((tube, wait) -> hints.incrementAndGet(), gaps::incrementAndGet));
        await().atMost(SOON).until(() -> gaps.get() == 1);

        kill();
        redis = start(redis.port());
        await().atMost(SOON).until(() -> gaps.get() == 2);
        store.awaitUsable();
        get(store.store().tubes().create(TUBE, TubeSettings.DEFAULT));
        await().atMost(SOON).until(() -> hints.get() == 1);
        get(store.store().broker().consume(TUBE, 1, Duration.ofMinutes(1)));
        store.produce(1);
        await().atMost(SOON).until(() -> hints.get() == 2);
    }

    @Test
    void connectionsThatGoDeafAreReplaced() throws IOException {
        try (LossyWire wire = LossyWire.to(redis.port());
                TestStore far = TestStore.open(wire.uri(), NAMESPACE)) {
            AtomicInteger gaps = new AtomicInteger();
            get(far.store().hints().subscribe((tube, wait) -> {}, gaps::incrementAndGet));
            wire.loseAnswers();
            assertThat(code(far.store().check())).contains(ErrorCode.STORE_UNAVAILABLE);
            far.awaitUsable();
            await().atMost(SOON).until(() -> gaps.get() >= 2);
        }
    }
}
