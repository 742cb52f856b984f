package io.grape.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a call brings beside its request.
 *
 * @param deadline by when its caller wants the response, null = the caller said nothing
 * @param connection what it came on; calls of one connection keep their order. Null = it stands alone
 */
public record CallContext(
        @Nullable Deadline deadline, @Nullable Object connection) {
    /** Of a call of which nothing is known. */
    public static final CallContext NONE = new CallContext(null, null);

    /** Of the time of a caller, to respond in. */
    private static final int PART_FOR_A_RESPONSE = 10;

    private static final Duration MAX_FOR_A_RESPONSE = Duration.ofMillis(100);

    public boolean isLate() {
        return deadline != null && deadline.isOver();
    }

    /** How long it may wait for something: a response comes while its caller is still there. */
    public Duration mostWait(Duration wanted) {
        if (deadline == null) {
            return wanted;
        }
        Duration left = deadline.left();
        return left.isNegative()
                ? Duration.ZERO
                : shorter(wanted, left.minus(shorter(left.dividedBy(PART_FOR_A_RESPONSE), MAX_FOR_A_RESPONSE)));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** When a call has to have left that has a limit of its own, of {@link System#nanoTime()}. */
    public long lateAt(Deadline limit) {
        return deadline == null || limit.isBefore(deadline) ? limit.end() : deadline.end();
    }

    /** A call that was begun fails once its caller does not wait any more: it may have happened. */
    public void endInTime(CompletableFuture<?> call) {
        if (deadline == null) {
            return;
        }
        Deadline.failAfter(
                call,
                deadline.left().toNanos(),
                () -> new GrapeException(
                        ErrorCode.STORE_UNAVAILABLE, "the caller's time limit passed before Redis replied"));
    }

    /** The same of a call that has a limit of its own. */
    public void endInTime(CompletableFuture<?> call, Deadline limit) {
        if (deadline != null && deadline.isBefore(limit)) {
            endInTime(call);
        }
    }

    /** The call was not done, as its time was over before it could be. */
    public static GrapeException exceeded() {
        return new GrapeException(
                ErrorCode.DEADLINE_EXCEEDED, "the time that the caller gave was over before the call was begun");
    }
}
