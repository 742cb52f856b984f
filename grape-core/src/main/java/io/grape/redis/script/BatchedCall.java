package io.grape.redis.script;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.OverloadReason;
import io.grape.core.overload.WorkClass;
import io.grape.redis.overload.NodeQueue;
import java.util.concurrent.CompletableFuture;

/** A call, and the receiver of its result. */
final class BatchedCall<C, R> extends CompletableFuture<R> {
    final C call;
    final Deadline deadline;
    final Submission submission;
    /** When it has to have left, of {@link System#nanoTime()}. */
    final long lateAt;

    BatchedCall(C call, Deadline deadline, Submission submission) {
        this.call = call;
        this.deadline = deadline;
        this.submission = submission;
        this.lateAt = submission.context().lateAt(deadline);
    }

    boolean isLate(long now) {
        return now - lateAt >= 0;
    }

    /** It did not leave: nothing was done. */
    void shed(NodeQueue node, WorkClass workClass, OverloadReason why) {
        completeExceptionally(submission.context().isLate() ? CallContext.exceeded() : node.shed(workClass, why));
    }

    /** Whether its caller is told that it was not done if it does not leave. An acknowledgement is not: it can be retried. */
    boolean canBeShed(WorkClass workClass) {
        return !workClass.isFirst() && !submission.hasLeft();
    }

    /** Its caller does not wait for the reply beyond its deadline. */
    void awaitInTime() {
        submission.context().endInTime(this, deadline);
    }
}
