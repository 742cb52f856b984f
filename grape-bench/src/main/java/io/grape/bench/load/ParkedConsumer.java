package io.grape.bench.load;

import org.jspecify.annotations.Nullable;

/** A consumer that waits at the broker for one job, finishes it or leaves it, and waits again. */
public final class ParkedConsumer implements ConnectionScript {
    /** Short, since a run ends only when nobody waits any more. */
    private static final int WAIT_MILLIS = 2000;

    private final DeliveryObserver taker;
    private final byte[] consume;
    private final String job;
    private @Nullable Delivery held;
    private boolean stopped;

    public ParkedConsumer(String tube, DeliveryObserver taker) {
        this.taker = taker;
        consume = Http.request("POST /v1/tubes/" + tube + "/consume?waitMs=" + WAIT_MILLIS);
        job = "POST /v1/tubes/" + tube + "/jobs/";
    }

    @Override
    public Framing framing() {
        return Http.FRAMING;
    }

    @Override
    public boolean ask(Bytes out, long now) {
        if (ended()) {
            return false;
        }
        if (held == null) {
            out.put(consume);
        } else {
            Http.endWithoutBody(out.put(job + held.id() + "/finish?lease=" + held.lease()));
        }
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        Http.check(response, 200);
        if (held != null) {
            held = null;
        } else if (Delivery.isIn(response)) {
            Delivery got = Delivery.read(response);
            held = taker.take(got, System.currentTimeMillis()) ? got : null;
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public boolean ended() {
        return stopped && held == null && taker.hasAll();
    }
}
