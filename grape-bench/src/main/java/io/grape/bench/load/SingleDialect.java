package io.grape.bench.load;

/** HTTP version 1, one job a call: the PUT of a job, a consume, a finish. */
public final class SingleDialect implements Dialect {
    private static final byte[] ID = Http.ascii("\"id\":\"");
    private static final byte[] LEASE = Http.ascii("\"lease\":\"");
    private static final byte[] FINISH = Http.ascii("/finish?lease=");

    private final Ids ids;
    private final RequestPart query;
    private final byte[] putFrom;
    private final byte[] putTo;
    private final byte[] consume;
    private final byte[] finish;
    private final Bytes id = new Bytes();
    private final Bytes lease = new Bytes();

    /**
     * One connection.
     *
     * @param query what stands behind the id of a produce: nothing, or such as {@code ?delayMs=1000}
     */
    public SingleDialect(String tube, Ids ids, byte[] payload, RequestPart query) {
        this.ids = ids;
        putFrom = Http.ascii("PUT /v1/tubes/" + tube + "/jobs/");
        this.query = query;
        putTo = Http.endWithLength(new Bytes(), payload.length).put(payload).copy();
        consume = Http.request("POST /v1/tubes/" + tube + "/consume");
        finish = Http.ascii("POST /v1/tubes/" + tube + "/jobs/");
    }

    @Override
    public Framing framing() {
        return Http.FRAMING;
    }

    @Override
    public void produce(Bytes out) {
        query.write(out.put(putFrom).put(ids.next()));
        out.put(putTo);
    }

    @Override
    public int produced(Response response) {
        Http.check(response, 201);
        return 1;
    }

    @Override
    public void consume(Bytes out) {
        out.put(consume);
    }

    @Override
    public int consumed(Response response) {
        Http.check(response, 200);
        int at = response.indexOf(ID, 0);
        if (at < 0) {
            return 0;
        }
        int idAt = at + ID.length;
        id.restart().put(response, idAt, response.indexOf('"', idAt));
        int leaseAt = response.indexOf(LEASE, idAt) + LEASE.length;
        lease.restart().put(response, leaseAt, response.indexOf('"', leaseAt));
        return 1;
    }

    @Override
    public void finish(Bytes out) {
        Http.endWithoutBody(out.put(finish).put(id).put(FINISH).put(lease));
    }

    @Override
    public int finished(Response response) {
        Http.check(response, 200);
        return 1;
    }
}
