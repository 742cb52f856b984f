package io.grape.bench.load;

/** Consumes and finishes what is there, until that is all gone. */
public final class DrainAll implements ConnectionScript {
    private final Dialect dialect;
    private final Countdown left;
    private final Tally tally;
    private long begun;
    private int held;
    private boolean stopped;

    public DrainAll(Dialect dialect, Countdown left, Tally tally) {
        this.dialect = dialect;
        this.left = left;
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
    public void answered(Response response, long now) {
        if (held > 0) {
            tally.cycle(dialect.finished(response), now - begun);
            held = 0;
            return;
        }
        held = dialect.consumed(response);
        left.done(held);
        // What others took while this one asked is not an empty response.
        if (held == 0 && !left.isOver()) {
            tally.foundNothing();
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean ended() {
        return held == 0 && (stopped || left.isOver());
    }
}
