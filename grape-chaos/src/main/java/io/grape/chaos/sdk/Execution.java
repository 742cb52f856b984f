package io.grape.chaos.sdk;

import io.grape.client.worker.AckResult;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler.
 *
 * @param token its fencing token
 * @param startedNanos by {@link System#nanoTime()}, which all processes of a Linux machine share
 * @param endedNanos when the handler returned, or when its process was killed
 * @param isComplete whether the handler returned
 * @param isLeaseLost whether the handler could know that its lease was lost
 * @param ack what became of its acknowledgement; null if the process did not live to learn it
 */
record Execution(
        String id,
        long token,
        long startedNanos,
        long endedNanos,
        boolean isComplete,
        boolean isLeaseLost,
        @Nullable AckResult ack) {

    boolean overlaps(Execution other) {
        return startedNanos - other.endedNanos < 0 && other.startedNanos - endedNanos < 0;
    }

    Execution ended(long nanos, boolean lost) {
        return new Execution(id, token, startedNanos, nanos, true, lost, ack);
    }

    Execution acknowledged(AckResult result) {
        return new Execution(id, token, startedNanos, endedNanos, isComplete, isLeaseLost, result);
    }
}
