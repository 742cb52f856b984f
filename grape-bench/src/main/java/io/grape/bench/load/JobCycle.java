package io.grape.bench.load;

/**
 * Whole lives over one connection: produce, consume, finish, and again.
 *
 * <p>A dialect may take the next job with each finish. It then always produces before it finishes, so that there is one.
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
        if (stopped && step == Step.PRODUCE) {
            step = Step.FINISH;
        }
        switch (step) {
            case PRODUCE -> {
                begun = now;
                dialect.produce(out);
            }
            case CONSUME -> dialect.consume(out);
            case FINISH -> finish(out);
        }
        return true;
    }

    private void finish(Bytes out) {
        if (stopped) {
            dialect.finishLast(out);
        } else {
            dialect.finish(out);
        }
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
        step = held > 0 ? Step.FINISH : Step.CONSUME;
    }

    private void consumed(int jobs) {
        held = jobs;
        if (jobs == 0) {
            tally.foundNothing();
        } else {
            step = dialect.takesNext() && !stopped ? Step.PRODUCE : Step.FINISH;
        }
    }

    private void finished(Response response, long now) {
        tally.cycle(dialect.finished(response), now - begun);
        owed -= held;
        held = dialect.consumedBeside(response);
        step = held == 0 && owed > 0 ? Step.CONSUME : Step.PRODUCE;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean ended() {
        return stopped && step == Step.PRODUCE && held == 0;
    }
}
