package io.grape.redis.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleTicks;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Ticks do not wait for calls, and calls are bounded. */
final class EvaluationThreadsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static ScheduleRequest eachSecond() {
        ScheduleSpec spec = new ScheduleSpec(
                new IntervalTiming(Duration.ofSeconds(1), Instant.EPOCH),
                Duration.ZERO,
                null,
                null,
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
        JobTemplate template = new JobTemplate(
                Payload.binary(new byte[0]), JobTags.NONE, null, Headers.NONE, null, Limits.DEFAULT_PRIORITY, null);
        return new ScheduleRequest(spec, false, template);
    }

    /** Keeps a thread busy. Returns what lets it go on. */
    private static CountDownLatch block(Executor executor) {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        executor.execute(() -> {
            begun.countDown();
            await(end);
        });
        await(begun);
        return end;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SOON.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void ticksGoOnWhileCallsAreEvaluated() throws InterruptedException {
        try (TestStore store = TestStore.open(TestRedis.uri(), TestRedis.newNamespace())) {
            get(store.store().tubes().create(TestStore.TUBE, TubeSettings.DEFAULT));
            get(store.store().schedules().put(TestStore.TUBE, "s", eachSecond(), null));
            CountDownLatch reads = block(EvaluationThreads.READS);
            CountDownLatch changes = block(EvaluationThreads.CHANGES);
            CompletableFuture<?> list =
                    store.store().schedules().list(TestStore.TUBE).toCompletableFuture();
            try {
                ScheduleTicks ticks = store.store().scheduleTicks();
                Awaitility.await()
                        .atMost(SOON)
                        .until(() -> get(ticks.tick(TestStore.TUBE)).ticked() > 0);
                assertThat(list).isNotDone();
            } finally {
                reads.countDown();
                changes.countDown();
            }
            assertThat(get(list)).isNotNull();
            get(store.store().tubes().delete(TestStore.TUBE));
        }
    }

    @Test
    void callsThatAreTooManyFailAsOverloaded() {
        CountDownLatch end = block(EvaluationThreads.READS);
        try {
            for (int i = 0; i < EvaluationThreads.MAX_WAITING; i++) {
                EvaluationThreads.READS.execute(() -> {});
            }
            CompletableFuture<Integer> one =
                    CompletableFuture.completedFuture(1).thenApplyAsync(done -> done + 1, EvaluationThreads.READS);
            CompletableFuture<Integer> later = new CompletableFuture<>();
            CompletableFuture<Integer> other = later.thenApplyAsync(done -> done + 1, EvaluationThreads.READS);
            later.complete(1);
            assertThatThrownBy(one::join)
                    .hasCauseInstanceOf(GrapeException.class)
                    .hasMessageContaining("overloaded");
            assertThatThrownBy(other::join).hasCauseInstanceOf(GrapeException.class);
        } finally {
            end.countDown();
        }
    }
}
