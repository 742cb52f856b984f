package io.grape.server.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.TestRedis;
import io.grape.redis.script.StoreListener;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Brokers with many operations. */
@Tag("slow")
class OperationRunnerTest {
    private static final TubeName TUBE = new TubeName("orders");
    /** It is waited for. */
    private static final Duration DEAD_AFTER = Duration.ofSeconds(2);

    private static final Duration SOON = Duration.ofSeconds(30);
    /** More than {@value #MAX} operations, each with one a second, do while they are waited for. */
    private static final int JOBS = 5000;

    private static final int MAX = 60;
    private static final int BATCH = 1000;

    private final String namespace = TestRedis.newNamespace();
    private final Vertx vertx = Vertx.vertx();
    private final RedisStore one = open("one");
    private final RedisStore other = open("other");

    private RedisStore open(String broker) {
        return RedisStore.open(
                new RedisStoreOptions(TestRedis.uri(), namespace, broker, Duration.ofSeconds(10), DEAD_AFTER),
                StoreListener.NONE);
    }

    @AfterEach
    void close() {
        vertx.close().await();
        one.close();
        other.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private void produce() {
        IntStream.range(0, JOBS / BATCH).forEach(batch -> produce(batch * BATCH));
    }

    private void produce(int from) {
        List<NewJob> jobs = IntStream.range(from, from + BATCH)
                .mapToObj(i -> NewJob.of(new JobId("j" + i), Payload.binary(new byte[] {1}))
                        .due(Due.after(Duration.ofHours(1))))
                .toList();
        get(one.broker().produce(TUBE, jobs)).forEach(made -> made.get());
    }

    private Operation begin(@Nullable Long perSecond) {
        return get(one.operations()
                .begin(new OperationRequest(
                        OperationKind.KICK,
                        TUBE,
                        JobState.DELAYED,
                        null,
                        DueWindow.ANY,
                        TagFilter.ANY,
                        null,
                        perSecond,
                        Duration.ZERO,
                        null,
                        null,
                        null)));
    }

    private List<String> beginSlow(int count) {
        return IntStream.range(0, count).mapToObj(i -> begin(1L).id()).toList();
    }

    private OperationRunner start(RedisStore store) {
        OperationRunner runner = new OperationRunner(vertx, store.operationWork(), failure -> false);
        runner.start();
        return runner;
    }

    private Operation operation(String id) {
        return get(one.operations().get(id));
    }

    @Test
    void manySlowOnesKeepNeitherAnotherFromEndingNorEachOtherFromGoingOn() {
        produce();
        List<String> slow = beginSlow(45);
        OperationRunner runner = start(one);
        await().atMost(SOON)
                .until(() -> slow.stream().allMatch(id -> operation(id).done() > 0));
        String quick = get(runner.hurried(one.operations())
                        .begin(new OperationRequest(
                                OperationKind.DELETE,
                                TUBE,
                                JobState.READY,
                                null,
                                DueWindow.ANY,
                                TagFilter.ANY,
                                40L,
                                null,
                                Duration.ZERO,
                                null,
                                null,
                                null)))
                .id();
        await().atMost(SOON).until(() -> operation(quick).state() == OperationState.DONE);
        assertThat(operation(quick).done()).isEqualTo(40);
        assertThat(slow).allSatisfy(id -> assertThat(operation(id).state()).isEqualTo(OperationState.RUNNING));
    }

    @Test
    void twoBrokersShareManyAndAStopLeavesThemToTheOther() {
        produce();
        List<String> slow = new ArrayList<>(beginSlow(40));
        OperationRunner first = start(one);
        start(other);
        try (RawRedis redis = RawRedis.to(TestRedis.uri())) {
            await().atMost(SOON).until(() -> {
                if (slow.size() < MAX) {
                    slow.add(begin(1L).id());
                }
                return countOf(redis, slow, "one") > 0 && countOf(redis, slow, "other") > 0;
            });
            first.stop();
            await().atMost(SOON).until(() -> countOf(redis, slow, "other") == slow.size());
        }
    }

    /** The work of a store, with slices that nothing but a fault of ours makes fail. */
    private record Faulty(OperationQueue work) implements OperationQueue {
        @Override
        public CompletionStage<Optional<OperationTask>> take() {
            return work.take();
        }

        @Override
        public CompletionStage<OperationTask> slice(OperationTask of, int most) {
            return CompletableFuture.failedStage(new IndexOutOfBoundsException("a fault of ours"));
        }

        @Override
        public CompletionStage<Optional<OperationState>> save(OperationTask of) {
            return work.save(of);
        }

        @Override
        public Duration takenOverAfter() {
            return work.takenOverAfter();
        }
    }

    @Test
    void anOperationWhoseSlicesFailByAFaultHasFailedAfterAFewTries() {
        produce(0);
        String id = begin(null).id();
        new OperationRunner(vertx, new Faulty(one.operationWork()), failure -> false).start();
        await().atMost(SOON).until(() -> operation(id).state() == OperationState.FAILED);
        assertThat(operation(id).why()).startsWith("a fault of the broker");
        assertThat(operation(id).done()).isZero();
    }

    private long countOf(RawRedis redis, List<String> ids, String broker) {
        return ids.stream()
                .filter(id -> broker.equals(redis.commands().hget("{" + namespace + ":operations}:op:" + id, "broker")))
                .count();
    }
}
