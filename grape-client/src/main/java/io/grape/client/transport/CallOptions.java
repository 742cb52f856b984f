package io.grape.client.transport;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How calls are made.
 *
 * @param timeout of a call with all its attempts, in addition to the time that the broker waits
 * @param waitsIfShed whether a call is sent again after it was shed or held back
 * @param blocks whether the first attempt runs on the caller's thread
 * @param isCounted whether a call is reported, and counts against the limit of {@link InFlightCalls}
 * @param threads where the other attempts end; null: on those of the client
 */
record CallOptions(
        Duration timeout,
        boolean waitsIfShed,
        boolean blocks,
        boolean isCounted,
        @Nullable Executor threads) {
    static CallOptions of(Duration timeout) {
        return new CallOptions(timeout, true, false, true, null);
    }

    CallOptions within(Duration other) {
        return new CallOptions(other, waitsIfShed, blocks, isCounted, threads);
    }

    CallOptions failingIfShed() {
        return new CallOptions(timeout, false, blocks, isCounted, threads);
    }

    CallOptions blocking() {
        return new CallOptions(timeout, waitsIfShed, true, isCounted, threads);
    }

    CallOptions endingOn(Executor others) {
        return new CallOptions(timeout, waitsIfShed, blocks, isCounted, others);
    }

    CallOptions uncounted() {
        return new CallOptions(timeout, waitsIfShed, blocks, false, threads);
    }

    /** Whether the thread that sends a request may wait a moment, such as for the address of a name. */
    boolean mayWait() {
        return blocks || threads != null;
    }
}
