package io.grape.client.worker;

import io.grape.client.time.LongDelays.Delayed;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The time limit of a call. It shrinks while leases wait behind the call, so a call that hangs does not cost them. */
final class CallTimeout {
    private static final long MIN_NANOS = Duration.ofMillis(500).toNanos();

    private final Future<?> call;
    private final Timer timer;
    private boolean over;
    private long at;
    private @Nullable Delayed cancel;

    CallTimeout(Future<?> call, Timer timer) {
        this.call = call;
        this.timer = timer;
    }

    /** Limits the call to so long from now. */
    synchronized void atMost(long nanos) {
        long left = Math.max(MIN_NANOS, nanos);
        long until = System.nanoTime() + left;
        if (over || (cancel != null && until - at >= 0)) {
            return;
        }
        if (cancel != null) {
            cancel.cancel();
        }
        at = until;
        cancel = timer.in(left, () -> call.cancel(true));
    }

    /** The call has ended. */
    synchronized void over() {
        over = true;
        if (cancel != null) {
            cancel.cancel();
        }
    }
}
