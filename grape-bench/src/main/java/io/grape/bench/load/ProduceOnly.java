package io.grape.bench.load;

/** Produces and nothing else, as many times as there is to do. */
public final class ProduceOnly implements ConnectionScript {
    private final Dialect dialect;
    private final Countdown calls;

    public ProduceOnly(Dialect dialect, Countdown calls) {
        this.dialect = dialect;
        this.calls = calls;
    }

    @Override
    public Framing framing() {
        return dialect.framing();
    }

    @Override
    public boolean ask(Bytes out, long now) {
        if (!calls.take()) {
            return false;
        }
        dialect.produce(out);
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        dialect.produced(response);
    }

    @Override
    public void stop() {
        calls.done(calls.left());
    }

    @Override
    public boolean ended() {
        return calls.isOver();
    }
}
