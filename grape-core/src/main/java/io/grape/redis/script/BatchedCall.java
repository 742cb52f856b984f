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
    /** When it has to have left, of {@link System#nanoTime()}. */
    private final long lateAt;

    BatchedCall(C call, Deadline deadline, Submission submission) {
        this.call = call;
        this.deadline = deadline;
        this.submission = submission;
        Deadline wanted = submission.context().deadline();
        this.lateAt = wanted == null || deadline.isBefore(wanted) ? deadline.end() : wanted.end();
    }

    boolean isLate(long now) {
        return now - lateAt >= 0;
    }

    /** It did not leave in time. */
    void failLate() {
        completeExceptionally(
                submission.context().isLate() ? CallContext.exceeded() : StoreFailure.of(new TimeoutException()));
    }

    /** Its caller does not wait for the reply beyond its deadline. */
    void awaitInTime() {
        Deadline wanted = submission.context().deadline();
        if (wanted != null && wanted.isBefore(deadline)) {
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
