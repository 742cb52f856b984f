package io.grape.bench.load;

import java.time.Duration;

/**
 * Requests that come when they are due, whoever is free to send them, and how they ended: an open loop. One that found no free connection
 * for as long as its client waits is gone. Belongs to the loop's thread.
 */
public final class Arrivals {
    static final long NONE = Long.MIN_VALUE;

    private final long intervalNanos;
    private final long patience;
    private final Latencies good = new Latencies();
    private long next = NONE;
    private long late;
    private long shed;
    private long failed;
    private long gone;

    /**
     * None yet.
     *
     * @param perSecond how many are due in a second; 0 = one whenever a connection is free
     * @param patience how long a client waits for a response
     */
    public Arrivals(double perSecond, Duration patience) {
        this.intervalNanos = perSecond == 0 ? 0 : (long) (1e9 / perSecond);
        this.patience = patience.toNanos();
    }

    /** When the one was due that is to be sent now. */
    long take(long now) {
        if (next == NONE || intervalNanos == 0) {
            next = now;
        }
        while (now - next > patience) {
            gone++;
            next += intervalNanos;
        }
        if (now < next) {
            return NONE;
        }
        long due = next;
        next += intervalNanos;
        return due;
    }

    void answered(Response response, long took) {
        if (Overload.isShed(response)) {
            shed++;
        } else if (response.status() != Overload.CREATED) {
            failed++;
        } else if (took > patience) {
            late++;
        } else {
            good.add(took);
        }
    }

    /** How long those took that were done in time, in nanoseconds from when they were due. */
    public Latencies good() {
        return good;
    }

    /** Those that were not done, as the broker was overloaded. */
    public long shed() {
        return shed;
    }

    /** Those that were done too late, or failed, or were not sent in time. */
    public long lost() {
        return late + failed + gone;
    }

    /** All of them. */
    public long all() {
        return good.count() + shed + lost();
    }
}
