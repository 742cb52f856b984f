package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.tube.TubeSettings;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers see while their Redis is away, slow or gone, and after. */
@Tag("apart")
final class OutageTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String NAMESPACE = "outage";
    /** What waits behind calls that Redis does not answer was not done. */
    private static final Set<ErrorCode> UNKNOWN_OR_NOT_SENT = Set.of(ErrorCode.STORE_UNAVAILABLE, ErrorCode.OVERLOADED);

    @TempDir
    private Path directory;

    private RedisNode redis;
    private TestStore store;
    /** One that is patient: it looks at what is there. */
    private TestStore witness;

    private BusyCallers callers;

    @BeforeEach
    void start() {
        redis = start(FreePorts.one());
        witness = TestStore.open(redis.uri(), NAMESPACE, SOON, StoreListener.NONE);
        // On a machine with other work to do, a connection may take longer than an impatient store waits.
        store = await().atMost(SOON)
                .ignoreExceptionsInstanceOf(GrapeException.class)
                .until(() -> TestStore.open(redis.uri(), NAMESPACE), opened -> true);
        callers = new BusyCallers(store);
    }

    /** What it answered outlives a kill: with everysec it is not in the file yet while an fsync is under way. */
    private RedisNode start(int port) {
        return RedisNode.start(directory, port, "--appendonly", "yes", "--appendfsync", "no", "--save", "");
    }

    private void kill() {
        redis.process().destroyForcibly();
        redis.close();
    }

    @AfterEach
    void stop() {
        callers.close();
        store.close();
        witness.close();
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
            await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.CONSUMED) == 2);
            wire.breakConnections();

            assertThat(code(consumed)).contains(ErrorCode.STORE_UNAVAILABLE);
            far.awaitUsable();
            assertThat(witness.tube().total(TubeCounter.CONSUMED)).isEqualTo(2);
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
                store.store().brokers().heartbeat())) {
            assertThat(code(call)).contains(ErrorCode.STORE_UNAVAILABLE);
        }

        redis = start(redis.port());
        store.awaitUsable();
        assertThat(store.consume(100)).hasSize(10);
    }

    @Test
    void callsToAStoppedRedisFailAndThoseOfLaterAreNeverSent() {
        store.produce(100);
        Programs.stop(redis.process());
        int early = 5;
        List<CompletionStage<?>> calls = new ArrayList<>();
        IntStream.range(0, early).forEach(i -> calls.add(store.consumeAsync(1)));
        calls.forEach(call -> assertThat(code(call)).get().isIn(UNKNOWN_OR_NOT_SENT));
        store.awaitGivenUp();
        for (int i = 0; i < 50; i++) {
            assertThat(code(store.consumeAsync(1))).contains(ErrorCode.STORE_UNAVAILABLE);
        }

        Programs.resume(redis.process());
        store.awaitUsable();
        assertThat(witness.tube().total(TubeCounter.CONSUMED)).isBetween(0L, (long) early);
    }

    @Test
    void consumesThatRedisGetsToLateTakeNothing() {
        store.produce(100);
        store.consume(1);
        Programs.stop(redis.process());
        List<CompletionStage<?>> calls = new ArrayList<>();
        IntStream.range(0, 5).forEach(i -> calls.add(store.consumeAsync(1)));
        calls.forEach(call -> assertThat(code(call)).get().isIn(UNKNOWN_OR_NOT_SENT));
        store.awaitGivenUp();

        Programs.resume(redis.process());
        store.awaitUsable();
        assertThat(witness.tube().total(TubeCounter.CONSUMED)).isEqualTo(1);
        assertThat(store.consume(100)).hasSize(99);
    }

    @Test
    void takesThatRedisGetsToLateTakeNothing() {
        store.produce(10);
        get(store.takeAsync("job0"));
        Programs.stop(redis.process());
        List<CompletionStage<?>> calls = new ArrayList<>();
        IntStream.range(5, 10).forEach(i -> calls.add(store.takeAsync("job" + i)));
        calls.forEach(call -> assertThat(code(call)).get().isIn(UNKNOWN_OR_NOT_SENT));
        store.awaitGivenUp();

        Programs.resume(redis.process());
        store.awaitUsable();
        assertThat(witness.tube().total(TubeCounter.CONSUMED)).isEqualTo(1);
        assertThat(store.consume(100)).hasSize(9);
    }

    @Test
    void aJobThatATakeBringsThatComesLateGoesBack() throws IOException {
        store.produce(3);
        HeldReplies held = new HeldReplies();
        try (LossyWire wire = LossyWire.to(redis.port(), held);
                TestStore far = TestStore.open(wire.uri(), NAMESPACE, Duration.ofSeconds(3), StoreListener.NONE)) {
            get(far.takeAsync("job0"));
            held.hold();
            CompletionStage<?> taken = far.takeAsync("job2");
            await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.CONSUMED) == 2);
            assertThat(code(taken)).contains(ErrorCode.STORE_UNAVAILABLE);
            held.release();

            await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.CONSUMED) == 1);
            assertThat(store.consume(100)).hasSize(2).allMatch(job -> job.noe() == 1);
        }
    }

    @Test
    void whatAnAnswerBringsThatComesLateGoesBack() throws IOException {
        store.produce(10);
        HeldReplies held = new HeldReplies();
        try (LossyWire wire = LossyWire.to(redis.port(), held);
                TestStore far = TestStore.open(wire.uri(), NAMESPACE, Duration.ofSeconds(3), StoreListener.NONE)) {
            far.consume(1);
            held.hold();
            CompletionStage<?> consumed = far.consumeAsync(4);
            await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.CONSUMED) == 5);
            assertThat(code(consumed)).contains(ErrorCode.STORE_UNAVAILABLE);
            held.release();

            await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.CONSUMED) == 1);
            assertThat(store.consume(100)).hasSize(9).allMatch(job -> job.noe() == 1);
        }
    }

    @Test
    void whatComesLateGoesBackEvenIfRedisIsAwayJustThen() throws IOException {
        store.produce(10);
        HeldReplies held = new HeldReplies();
        AtomicInteger failedGiveBacks = new AtomicInteger();
        StoreListener listener =
                (script, took, ok) -> failedGiveBacks.addAndGet(script.equals("handback") && !ok ? 1 : 0);
        try (LossyWire wire = LossyWire.to(redis.port(), held);
                TestStore far = TestStore.open(wire.uri(), NAMESPACE, Duration.ofSeconds(1), listener)) {
            far.consume(1);
            held.hold();
            CompletionStage<?> consumed = far.consumeAsync(4);
            await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.CONSUMED) == 5);
            wire.leadTo(FreePorts.one());
            assertThat(code(consumed)).contains(ErrorCode.STORE_UNAVAILABLE);
            far.awaitGivenUp();
            held.release();
            await().atMost(SOON).until(() -> failedGiveBacks.get() > 0);
            wire.leadTo(redis.port());

            await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.CONSUMED) == 1);
            assertThat(store.consume(100)).hasSize(9).allMatch(job -> job.noe() == 1);
        }
    }

    /** Callers take and finish jobs while Redis stands still and goes on: no job is with somebody who was told that the call failed. */
    @Test
    void aRedisThatStandsStillUnderLoadLeavesNoJobOut() {
        store.produce(1);
        callers.takeAndFinish(200);
        await().atMost(SOON).until(() -> witness.tube().total(TubeCounter.FINISHED) > 200);
        Programs.stop(redis.process());
        store.awaitGivenUp();
        Programs.resume(redis.process());
        store.awaitUsable();
        callers.end();

        await().atMost(SOON).until(() -> witness.tube().count(JobState.RETAINED) == 0);
    }

    @Test
    void whatTheNetworkDidNotTakeByTheDeadlineIsNeverSent() {
        int count = 64;
        byte[] large = new byte[1 << 20];
        witness.produce(1);
        Programs.stop(redis.process());
        List<CompletionStage<?>> calls = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> calls.add(store.produceAsync("large" + i, large)));
        calls.forEach(call -> assertThat(code(call)).get().isIn(UNKNOWN_OR_NOT_SENT));
        store.awaitGivenUp();

        Programs.resume(redis.process());
        store.awaitUsable();
        assertThat(witness.tube().total(TubeCounter.PRODUCED)).isLessThan(1 + count);
    }

    @Test
    void flushedScriptsAreNotNoticed() {
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            for (int i = 0; i < 300; i++) {
                CompletionStage<?> flushed = raw.async().scriptFlush();
                get(witness.produceAsync("job" + i));
                get(flushed);
            }
        }
        assertThat(witness.tube().count(JobState.READY)).isEqualTo(300);
    }

    @Test
    void restartsUnderLoadLoseNothingThatWasAnswered() {
        callers.produce(4);
        for (int restart = 0; restart < 3; restart++) {
            int answered = callers.answered();
            await().atMost(SOON).until(() -> callers.answered() > answered + 200);
            int refused = callers.refused();
            kill();
            await().atMost(SOON).until(() -> callers.refused() > refused);
            redis = start(redis.port());
        }
        callers.end();
        witness.awaitUsable();
        long live = witness.tube().count(JobState.READY);
        assertThat(live).isBetween((long) callers.answered(), (long) callers.answered() + callers.refused());
    }

    @Test
    void hintsArriveAgainAfterARestartAndTheGapIsTold() {
        AtomicInteger gaps = new AtomicInteger();
        AtomicInteger hints = new AtomicInteger();
        get(store.store().wakeUps().subscribe((tube, wait) -> hints.incrementAndGet(), gaps::incrementAndGet));
        await().atMost(SOON).until(() -> gaps.get() == 1);

        kill();
        redis = start(redis.port());
        await().atMost(SOON).until(() -> gaps.get() >= 2);
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
            get(far.store().wakeUps().subscribe((tube, wait) -> {}, gaps::incrementAndGet));
            wire.loseAnswers();
            assertThat(code(far.store().check())).contains(ErrorCode.STORE_UNAVAILABLE);
            far.awaitUsable();
            await().atMost(SOON).until(() -> gaps.get() >= 2);
        }
    }
}
