package io.grape.bench.load;

/** A worker that takes jobs and finishes each; where it is shed it waits a moment. */
public final class WorkerCycle implements ConnectionScript {
    private static final long PAUSE_NANOS = 100_000_000;

    private final Dialect dialect;
    private long paused;
    private boolean holds;
    private boolean stopped;
    private long finished;
    private long acksShed;

    /** One connection. */
    public WorkerCycle(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public Framing framing() {
        return dialect.framing();
    }

    @Override
    public boolean ask(Bytes out, long now) {
        if (ended() || now < paused) {
            return false;
        }
        if (holds) {
            dialect.finish(out);
        } else {
            dialect.consume(out);
        }
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        if (response.status() != Overload.OK) {
            acksShed += holds && Overload.isShed(response) ? 1 : 0;
            paused = now + PAUSE_NANOS;
        } else if (holds) {
            finished++;
            holds = false;
        } else {
            holds = dialect.consumed(response) > 0;
        }
    }

    /** Jobs that it has finished. */
    public long finished() {
        return finished;
    }

    /** Finishes that were shed. */
    public long acksShed() {
        return acksShed;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean ended() {
        return stopped;
    }
}
