package io.grape.bench.load;

/** Consumes and finishes what is there, until that is all gone. */
public final class DrainAll implements ConnectionScript {
    private final Dialect dialect;
    private final Countdown jobs;
    private final Tally tally;
    private long begun;
    private int held;
    private boolean stopped;

    public DrainAll(Dialect dialect, Countdown jobs, Tally tally) {
        this.dialect = dialect;
        this.jobs = jobs;
        this.tally = tally;
    }

    @Override
    public Framing framing() {
        return dialect.framing();
    }

    @Override
    public boolean ask(Bytes out, long now) {
        if (ended()) {
            return false;
        }
        if (held == 0) {
            begun = now;
            dialect.consume(out);
        } else {
            dialect.finish(out);
        }
        return true;
    }

    @Override
    public void answered(Response answer, long now) {
        if (held > 0) {
            tally.cycle(dialect.finished(answer), now - begun);
            held = 0;
            return;
        }
        held = dialect.consumed(answer);
        jobs.done(held);
        // What others took while this one asked is not an empty response.
        if (held == 0 && !jobs.isOver()) {
            tally.foundNothing();
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean ended() {
        return held == 0 && (stopped || jobs.isOver());
    }
}
