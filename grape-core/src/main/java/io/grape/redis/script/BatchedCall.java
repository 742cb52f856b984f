package io.grape.redis.script;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.redis.connection.StoreFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call, and the receiver of its result. */
final class BatchedCall<C, R> extends CompletableFuture<R> {
    final C call;
    final Deadline deadline;
    final Submission submission;

    BatchedCall(C call, Deadline deadline, Submission submission) {
        this.call = call;
        this.deadline = deadline;
        this.submission = submission;
    }

    boolean isLate() {
        return deadline.isOver() || submission.context().isLate();
    }

    /** It did not leave in time. */
    void failLate() {
        completeExceptionally(
                submission.context().isLate() ? CallContext.exceeded() : StoreFailure.of(new TimeoutException()));
    }

    /** It leaves for Redis, and its caller does not wait for the reply beyond its deadline. */
    void leaves() {
        submission.leaves();
        Deadline wanted = submission.context().deadline();
        if (wanted != null) {
            CompletableFuture<R> overdue = new CompletableFuture<>();
            var unused = overdue.orTimeout(Math.max(1, wanted.left().toNanos()), TimeUnit.NANOSECONDS)
                    .exceptionally(late -> {
                        completeExceptionally(StoreFailure.of(late));
                        return null;
                    });
            var unusedToo = whenComplete((done, failure) -> overdue.cancel(false));
        }
    }
}
