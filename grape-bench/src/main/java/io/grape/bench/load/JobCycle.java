package io.grape.bench.load;

/**
 * Whole lives over one connection: produce, consume, finish, and again.
 *
 * <p>It takes as many jobs as it made, though not the same ones, so that what is in the tube does not grow from run to run.
 */
public final class JobCycle implements ConnectionScript {
    private enum Step {
        PRODUCE,
        CONSUME,
        FINISH
    }

    private final Dialect dialect;
    private final Tally tally;
    private Step step = Step.PRODUCE;
    private long begun;
    private int owed;
    private int held;
    private boolean stopped;

    public JobCycle(Dialect dialect, Tally tally) {
        this.dialect = dialect;
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
        switch (step) {
            case PRODUCE -> {
                begun = now;
                dialect.produce(out);
            }
            case CONSUME -> dialect.consume(out);
            case FINISH -> dialect.finish(out);
        }
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        switch (step) {
            case PRODUCE -> produced(dialect.produced(response));
            case CONSUME -> consumed(dialect.consumed(response));
            case FINISH -> finished(response, now);
        }
    }

    private void produced(int jobs) {
        owed += jobs;
        step = Step.CONSUME;
    }

    private void consumed(int jobs) {
        held = jobs;
        if (jobs == 0) {
            tally.foundNothing();
        } else {
            step = Step.FINISH;
        }
    }

    private void finished(Response response, long now) {
        tally.cycle(dialect.finished(response), now - begun);
        owed -= held;
        step = owed > 0 ? Step.CONSUME : Step.PRODUCE;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean ended() {
        return stopped && step == Step.PRODUCE;
    }
}
