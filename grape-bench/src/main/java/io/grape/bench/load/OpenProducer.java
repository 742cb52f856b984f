package io.grape.bench.load;

/** One connection of those that send what arrives. */
public final class OpenProducer implements ConnectionScript {
    private final Arrivals arrivals;
    private final Ids ids;
    private final byte[] from;
    private final byte[] to;
    private long due;
    private boolean stopped;

    /** One connection. Its requests say how long their clients wait. */
    public OpenProducer(Arrivals arrivals, String tube, Ids ids, byte[] payload) {
        this.arrivals = arrivals;
        this.ids = ids;
        this.from = Http.ascii("PUT /v1/tubes/" + tube + "/jobs/");
        this.to = new Bytes()
                .put(" HTTP/1.1\r\nHost: bench\r\nGrape-Timeout-Ms: " + Outcomes.PATIENCE.toMillis()
                        + "\r\nContent-Length: " + payload.length)
                .put(Http.HEAD_END)
                .put(payload)
                .copy();
    }

    @Override
    public Framing framing() {
        return Http.FRAMING;
    }

    @Override
    public boolean ask(Bytes out, long now) {
        long arrived = stopped ? Arrivals.NONE : arrivals.take(now);
        if (arrived == Arrivals.NONE) {
            return false;
        }
        due = arrived;
        out.put(from).put(ids.next()).put(to);
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        if (!stopped) {
            arrivals.answered(response, now - due);
        }
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
