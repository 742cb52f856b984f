package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Seed;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers whose Redis answers anything: calls end, nobody gets what is another's, and all is well once it answers right. */
@Tag("slow")
final class MangledRepliesTest {
    private static final int ANSWERS = Integer.getInteger("grape.fuzz.answers", 5_000);
    private static final int STORES = 25;
    private static final Duration DEADLINE = Duration.ofMillis(150);
    private static final Duration RECONNECTED = Duration.ofMillis(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NAMESPACE = "mangled";
    private static final TubeName KEPT = new TubeName("kept");
    private static final int JOBS = 20;
    private static final long MEGABYTE = 1L << 20;

    @TempDir
    private Path directory;

    private RedisNode redis;
    private TestStore straight;
    private final ExecutorService threads = Executors.newFixedThreadPool(STORES);
    private final Set<String> answered = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void start() {
        redis = RedisNode.start(directory, FreePorts.one(), "--save", "");
        straight = TestStore.open(redis.uri(), NAMESPACE, PATIENCE, StoreListener.NONE);
        IntStream.range(0, JOBS).forEach(i -> get(produce(straight, TUBE, "job" + i)));
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        straight.close();
        redis.close();
    }

    private static CompletionStage<?> produce(TestStore store, TubeName tube, String id) {
        return store.store().broker().produce(tube, List.of(NewJob.of(new JobId(id), payload(id))));
    }

    /** By its payload each job is told from all others. */
    private static Payload payload(String id) {
        return Payload.binary(("this is " + id).getBytes(UTF_8));
    }

    private static void isItself(Job job) {
        assertThat(job.payload().bytes())
                .as("what came for %s", job.id())
                .isEqualTo(payload(job.id().value()).bytes());
    }

    @Test
    void mangledAnswersAreNobodysAnswers() {
        long seed = Seed.value();
        long before = usedMemory();
        List<CompletableFuture<Void>> brokers = IntStream.range(0, STORES)
                .mapToObj(i -> CompletableFuture.runAsync(() -> mangle(i, seed + i), threads))
                .toList();
        brokers.forEach(broker -> broker.orTimeout(5, TimeUnit.MINUTES).join());

        assertThat(usedMemory() - before).isLessThan(32 * MEGABYTE);
        answered.forEach(id -> isItself(get(straight.store().broker().peek(KEPT, new JobId(id)))));
        assertThat(answered).isNotEmpty();
        Invariants.check(redis.uri(), NAMESPACE);
    }

    private static long usedMemory() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private void mangle(int broker, long seed) {
        MangledReplies answers = new MangledReplies(seed, ANSWERS / STORES, DEADLINE.multipliedBy(2));
        Random random = new Random(seed);
        try (LossyWire wire = LossyWire.to(redis.port(), answers);
                TestStore store = opened(wire)) {
            AtomicInteger hints = new AtomicInteger();
            get(store.store()
                    .wakeUps()
                    .subscribe((tube, wait) -> hints.incrementAndGet(), () -> {})
                    .exceptionally(failure -> null));
            for (int round = 0; !answers.isOver(); round++) {
                callAll(store, broker + "-" + round, random);
                awaitConnected(store);
            }
            store.awaitUsable();
            isItself(peeked(store));
            awaitHint(hints);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is asked for without a connection is mangled by nobody. */
    private static void awaitConnected(TestStore store) {
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(RECONNECTED)
                .atMost(PATIENCE)
                .until(() -> TestStore.failure(store.store().check())
                        .filter(failure -> failure.detail().contains("not connected"))
                        .isEmpty());
    }

    /** On a busy machine a straight answer, too, may come after the deadline. */
    private static Job peeked(TestStore store) {
        return await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(CompletionException.class)
                .until(() -> get(store.store().broker().peek(TUBE, new JobId("job1"))), job -> true);
    }

    private void awaitHint(AtomicInteger hints) {
        int before = hints.get();
        await().atMost(PATIENCE).until(() -> {
            get(straight.store().broker().consume(TUBE, 1, Duration.ofMinutes(1)));
            get(produce(straight, TUBE, "hinted" + UUID.randomUUID()));
            return hints.get() > before;
        });
    }

    /** A start, too, may meet such answers: it fails, and is tried again. */
    private static TestStore opened(LossyWire wire) {
        List<TestStore> store = new ArrayList<>();
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(GrapeException.class)
                .until(() -> {
                    store.add(TestStore.open(wire.uri(), NAMESPACE, DEADLINE, StoreListener.NONE));
                    return true;
                });
        return store.get(0);
    }

    private void callAll(TestStore store, String round, Random random) {
        List<Runnable> checks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            JobId id = new JobId("job" + random.nextInt(JOBS));
            checks.add(check(store.store().broker().peek(TUBE, id), job -> {
                assertThat(job.id()).isEqualTo(id);
                isItself(job);
            }));
        }
        String id = "kept" + round;
        checks.add(check(produce(store, KEPT, id), produced -> answered.add(id)));
        checks.add(check(store.consumeAsync(2), jobs -> jobs.forEach(MangledRepliesTest::isItself)));
        checks.add(check(
                store.store().tubes().describe(TUBE),
                tube -> assertThat(tube.count(JobState.READY)).isLessThanOrEqualTo(JOBS)));
        checks.add(check(store.store().tubes().names(), names -> {}));
        checks.forEach(Runnable::run);
    }

    private static <T> Runnable check(CompletionStage<T> call, Consumer<? super T> whenAnswered) {
        return () -> {
            try {
                whenAnswered.accept(get(call));
            } catch (CompletionException e) {
                assertThat(e.getCause()).isInstanceOf(GrapeException.class);
            }
        };
    }
}
