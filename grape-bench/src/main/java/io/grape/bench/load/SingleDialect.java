package io.grape.bench.load;

/** HTTP version 1, one job a call: the PUT of a job, a consume, a finish, which may take the next. */
public final class SingleDialect implements Dialect {
    private static final byte[] ID = Http.ascii("\"id\":\"");
    private static final byte[] LEASE = Http.ascii("\"lease\":\"");
    private static final byte[] FINISH = Http.ascii("/finish?lease=");
    private static final byte[] NEXT = Http.ascii("&next=1");
    private static final byte[] JOBS = Http.ascii("\"jobs\":[");

    private final Ids ids;
    private final RequestPart query;
    private final byte[] putFrom;
    private final byte[] putTo;
    private final byte[] consume;
    private final byte[] finish;
    private final boolean takesNext;
    private final Bytes id = new Bytes();
    private final Bytes lease = new Bytes();

    /**
     * One connection.
     *
     * @param query what stands behind the id of a produce: nothing, or such as {@code ?delayMs=1000}
     */
    public SingleDialect(String tube, Ids ids, byte[] payload, RequestPart query) {
        this(tube, ids, payload, query, false);
    }

    private SingleDialect(String tube, Ids ids, byte[] payload, RequestPart query, boolean takesNext) {
        this.ids = ids;
        this.takesNext = takesNext;
        putFrom = Http.ascii("PUT /v1/tubes/" + tube + "/jobs/");
        this.query = query;
        putTo = Http.endWithLength(new Bytes(), payload.length).put(payload).copy();
        consume = Http.request("POST /v1/tubes/" + tube + "/consume");
        finish = Http.ascii("POST /v1/tubes/" + tube + "/jobs/");
    }

    /** One connection that takes the next job with each finish. */
    public static SingleDialect takingNext(String tube, Ids ids, byte[] payload) {
        return new SingleDialect(tube, ids, payload, RequestPart.NONE, true);
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
        return delivered(response, 0);
    }

    private int delivered(Response response, int from) {
        int at = response.indexOf(ID, from);
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
        out.put(finish).put(id).put(FINISH).put(lease);
        Http.endWithoutBody(takesNext ? out.put(NEXT) : out);
    }

    @Override
    public boolean takesNext() {
        return takesNext;
    }

    @Override
    public void finishLast(Bytes out) {
        Http.endWithoutBody(out.put(finish).put(id).put(FINISH).put(lease));
    }

    @Override
    public int consumedBeside(Response response) {
        int at = takesNext ? response.indexOf(JOBS, 0) : -1;
        return at < 0 ? 0 : delivered(response, at);
    }

    @Override
    public int finished(Response response) {
        Http.check(response, 200);
        return 1;
    }
}
