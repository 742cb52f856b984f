package io.grape.bench.load;

/**
 * Another talk at a steady rate of requests. One that could not go at its time goes as soon as it can, and counts from when it
 * should have gone: a stall is in the figures of all that waited for it. So all that were due before the stop still go after it,
 * and count.
 */
public final class RatedScript implements ConnectionScript {
    private final ConnectionScript talk;
    private final long intervalNanos;
    private final Latencies latencies;
    private long due;
    private boolean stopped;
    private long until;

    /**
     * One connection.
     *
     * @param latencies takes the nanoseconds of each request
     */
    public RatedScript(ConnectionScript talk, double perSecond, Latencies latencies) {
        this.talk = talk;
        this.intervalNanos = (long) (1e9 / perSecond);
        this.latencies = latencies;
    }

    @Override
    public Framing framing() {
        return talk.framing();
    }

    @Override
    public boolean ask(Bytes out, long now) {
        if (due == 0) {
            due = now;
        }
        if (isOver()) {
            talk.stop();
        }
        return (isOver() || now >= due) && talk.ask(out, now);
    }

    /** Whether what is next was not due before the stop. */
    private boolean isOver() {
        return stopped && due - until > 0;
    }

    @Override
    public void answered(Response response, long now) {
        if (!isOver()) {
            latencies.add(now - due);
        }
        due += intervalNanos;
        talk.answered(response, now);
    }

    @Override
    public void stop() {
        stopped = true;
        until = System.nanoTime();
    }

    @Override
    public boolean ended() {
        return isOver() && talk.ended();
    }
}
