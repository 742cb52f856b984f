package io.grape.core;

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

    public boolean isLate() {
        return deadline != null && deadline.isOver();
    }

    /** When a call has to have left that has a limit of its own, of {@link System#nanoTime()}. */
    public long lateAt(Deadline limit) {
        return deadline == null || limit.isBefore(deadline) ? limit.end() : deadline.end();
    }

    /** The call was not done, as its time was over before it could be. */
    public static GrapeException exceeded() {
        return new GrapeException(
                ErrorCode.DEADLINE_EXCEEDED, "the time that the caller gave was over before the call was begun");
    }
}
