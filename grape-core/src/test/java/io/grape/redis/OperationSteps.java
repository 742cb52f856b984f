package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Operations;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A store in which operations are begun and done by hand, slice by slice. */
abstract class OperationSteps {
    final String namespace = TestRedis.newNamespace();
    final TestStore here = TestStore.open(TestRedis.uri(), namespace, Duration.ofSeconds(10), StoreListener.NONE);
    final RedisStore store = here.store();
    final Operations operations = store.operations();

    @AfterEach
    void close() {
        here.close();
        Invariants.check(TestRedis.uri(), namespace);
    }

    void produce(String id, Duration delay, long priority) {
        NewJob job = NewJob.of(new JobId(id), Payload.binary(new byte[] {1})).priority(priority);
        get(store.broker().produce(TestStore.TUBE, List.of(job.due(Due.after(delay)))))
                .get(0)
                .get();
    }

    void bury(Job job, String reason) {
        Acknowledgement bury = new Acknowledgement.Bury(job.id(), job.requireLease(), reason, null);
        get(store.broker().acknowledge(TestStore.TUBE, List.of(bury))).get(0).get();
    }

    void fail(int count, String reason) {
        IntStream.range(0, count).forEach(i -> produce(reason.substring(0, 1) + i, Duration.ZERO, 1024));
        here.consume(count).forEach(job -> bury(job, reason + " " + job.id()));
    }

    static OperationRequest request(OperationKind kind, JobState from) {
        return request(kind, from, null, null, null);
    }

    static OperationRequest request(
            OperationKind kind,
            JobState from,
            @Nullable String reason,
            @Nullable Long limit,
            @Nullable Long stopAfter) {
        return new OperationRequest(
                kind,
                TestStore.TUBE,
                from,
                reason,
                DueWindow.ANY,
                TagFilter.ANY,
                limit,
                null,
                Duration.ZERO,
                null,
                stopAfter,
                "tester");
    }

    OperationTask take() {
        return get(store.operationWork().take()).orElseThrow();
    }

    OperationTask slice(OperationTask task, int most) {
        return get(store.operationWork().slice(task, most));
    }

    /** Begins an operation and does all of it. */
    Operation run(OperationRequest request) {
        Operation begun = get(operations.begin(request));
        Instant time = get(store.time());
        await().until(() -> get(store.time()).isAfter(time.plusMillis(2)));
        OperationTask task = take();
        while (task.end() == null) {
            task = slice(task, 7);
            get(store.operationWork().save(task));
        }
        return get(operations.get(begun.id()));
    }

    long count(JobState state) {
        return here.tube().count(state);
    }
}
