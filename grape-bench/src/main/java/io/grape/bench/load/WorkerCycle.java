package io.grape.bench.load;

/** A worker that waits for a job, finishes it and waits for the next; where it is shed it pauses a moment. */
public final class WorkerCycle implements ConnectionScript {
    private static final long PAUSE_NANOS = 100_000_000;
    /** Short, since a run ends only when nobody waits any more. */
    private static final int WAIT_MILLIS = 500;

    private final Dialect dialect;
    private final byte[] consume;
    private long paused = Long.MIN_VALUE;
    private boolean holds;
    private boolean stopped;
    private long finished;
    private long acksShed;

    /** One connection. */
    public WorkerCycle(String tube) {
        consume = Http.request("POST /v1/tubes/" + tube + "/consume?waitMs=" + WAIT_MILLIS);
        dialect = new SingleDialect(tube, new Ids(0), new byte[0], RequestPart.NONE);
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
            out.put(consume);
        }
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        boolean isDone = response.status() == Overload.OK;
        if (!isDone) {
            paused = now + PAUSE_NANOS;
        }
        if (!holds) {
            holds = isDone && dialect.consumed(response) > 0;
        } else if (response.status() == Overload.UNAVAILABLE) {
            acksShed += Overload.isShed(response) ? 1 : 0;
        } else {
            // If it is not done now, it was done before by a call whose response did not say so.
            finished += isDone ? 1 : 0;
            holds = false;
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
