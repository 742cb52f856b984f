package io.grape.server.http.connection;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long a request may take to come: a fixed time, and a second for each 32 KiB that came. Who drips has little more than who
 * sends nothing; who is slow but steady has enough. One that comes at once costs no timer. Lives on one event loop.
 */
final class RequestTimeout {
    private static final long BYTES_PER_SECOND = 32 * 1024;

    private final Duration time;
    private final Runnable late;
    private @Nullable Future<?> timer;
    private long began;
    private long bytes;

    RequestTimeout(Duration time, Runnable late) {
        this.time = time;
        this.late = late;
    }

    /** So much of the request came. */
    void came(int more) {
        bytes += more;
    }

    long bytes() {
        return bytes;
    }

    /** The request is there in part, and the rest has to be waited for. */
    void await(EventExecutor loop) {
        if (timer == null) {
            began = System.nanoTime();
            timer = schedule(loop, time);
        }
    }

    private Future<?> schedule(EventExecutor loop, Duration in) {
        return loop.schedule(() -> look(loop), in.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void look(EventExecutor loop) {
        Duration allowed = time.plusMillis(bytes * 1000 / BYTES_PER_SECOND);
        Duration left = allowed.minusNanos(System.nanoTime() - began);
        if (left.isZero() || left.isNegative()) {
            late.run();
        } else {
            timer = schedule(loop, left);
        }
    }

    /** The request is there whole, or nobody waits for it any more. */
    void end() {
        bytes = 0;
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
