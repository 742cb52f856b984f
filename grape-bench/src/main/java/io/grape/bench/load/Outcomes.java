package io.grape.bench.load;

import java.time.Duration;

/** How the requests of an open loop ended. Belongs to the loop's thread. */
public final class Outcomes {
    /** How long a client waits for a response. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Latencies good = new Latencies();
    private long late;
    private long shed;
    private long refused;
    private long failed;
    private long unsent;

    void answered(Response response, long took) {
        if (Overload.isShed(response)) {
            shed++;
        } else if (response.status() == Overload.TOO_MANY) {
            refused++;
        } else if (response.status() != Overload.CREATED) {
            failed++;
        } else if (took > PATIENCE.toNanos()) {
            late++;
        } else {
            good.add(took);
        }
    }

    void giveUp() {
        unsent++;
    }

    /** How long those took that were done in time, in nanoseconds from when they were due. */
    public Latencies good() {
        return good;
    }

    /** Those that were not done, as the broker was overloaded. */
    public long shed() {
        return shed;
    }

    /** Those that were not done, as their client has a quota. */
    public long refused() {
        return refused;
    }

    /** Those whose client found no free connection. */
    public long unsent() {
        return unsent;
    }

    /** Those that were done too late, or failed. */
    public long lost() {
        return late + failed;
    }

    /** All of them. */
    public long all() {
        return good.count() + shed + refused + unsent + lost();
    }
}
