package io.grape.bench.load;

/** Produces at a steady rate. What could not go at its time goes as soon as it can, and the schedule stays as it was. */
public final class RatedProducer implements ConnectionScript {
    private final Dialect dialect;
    private final DeliveryObserver taker;
    private final long intervalNanos;
    private long next;
    private boolean stopped;

    /**
     * One connection.
     *
     * @param taker is told of each job that it will have to wait for
     * @param perSecond jobs
     */
    public RatedProducer(Dialect dialect, DeliveryObserver taker, double perSecond) {
        this.dialect = dialect;
        this.taker = taker;
        this.intervalNanos = (long) (1e9 / perSecond);
    }

    @Override
    public Framing framing() {
        return dialect.framing();
    }

    @Override
    public boolean ask(Bytes out, long now) {
        if (next == 0) {
            next = now;
        }
        if (stopped || now < next) {
            return false;
        }
        next += intervalNanos;
        dialect.produce(out);
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        taker.expect(dialect.produced(response));
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
