package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.function.Supplier;

/** HTTP version 1, many jobs a call: an array of jobs, a consume, an array of acknowledgements. */
public final class BulkDialect implements Dialect {
    private static final byte[] CREATED = Http.ascii("\"created\":true");
    private static final byte[] FINISHED = Http.ascii("\"state\":\"finished\"");
    private static final byte[] JOB_FROM = Http.ascii("{\"id\":\"");
    private static final byte[] ID = Http.ascii("{\"id\":\"");
    private static final byte[] LEASE = Http.ascii("\"lease\":\"");
    private static final byte[] ACK_LEASE = Http.ascii("\",\"lease\":\"");
    private static final byte[] BURIED = Http.ascii("\"state\":\"failed\"");
    private static final byte[] ACK_TO = Http.ascii("\",\"op\":\"");
    private static final byte[] FINISH = Http.ascii("finish\"}");

    private final Ids ids;
    private final int jobs;
    private final RequestPart fields;
    private final RequestPart ack;
    private final byte[] acked;
    private final byte[] produce;
    private final byte[] consume;
    private final byte[] finish;
    private final Bytes body = new Bytes();
    private int held;

    /**
     * One connection.
     *
     * @param jobs of a call
     * @param fields what a job has behind its id: {@code ,"payload":…} and what else is wanted
     * @param waitMillis how long a consume waits for the first
     */
    public BulkDialect(String tube, Ids ids, int jobs, RequestPart fields, int waitMillis) {
        this(tube, ids, jobs, fields, out -> out.put(FINISH), FINISHED, waitMillis);
    }

    private BulkDialect(
            String tube, Ids ids, int jobs, RequestPart fields, RequestPart ack, byte[] acked, int waitMillis) {
        this.ids = ids;
        this.jobs = jobs;
        this.fields = fields;
        this.ack = ack;
        this.acked = acked;
        produce = Http.ascii("POST /v1/tubes/" + tube + "/jobs");
        consume = Http.request("POST /v1/tubes/" + tube + "/consume?max=" + jobs + "&waitMs=" + waitMillis);
        finish = Http.ascii("POST /v1/tubes/" + tube + "/acks");
    }

    /**
     * One connection whose jobs fail in place of being finished.
     *
     * @param reason of the next one
     */
    public static BulkDialect burying(String tube, Ids ids, int jobs, Supplier<String> reason) {
        RequestPart bury =
                out -> out.put("bury\",\"reason\":\"").put(reason.get()).put("\"}");
        return new BulkDialect(tube, ids, jobs, RequestPart.NONE, bury, BURIED, 0);
    }

    /** A payload that is JSON, and no other field. */
    public static RequestPart payload(byte[] json) {
        byte[] field = new Bytes().put(",\"payload\":").put(json).copy();
        return out -> out.put(field);
    }

    @Override
    public Framing framing() {
        return Http.FRAMING;
    }

    @Override
    public void produce(Bytes out) {
        body.restart();
        for (int i = 0; i < jobs; i++) {
            body.put(i == 0 ? "[" : ",").put(JOB_FROM).put(ids.next()).put("\"");
            fields.write(body);
            body.put("}");
        }
        send(out, produce);
    }

    @Override
    public int produced(Response response) {
        return checkAll(response, CREATED, jobs);
    }

    @Override
    public void consume(Bytes out) {
        out.put(consume);
    }

    /** Makes the acknowledgements at once, out of the response. */
    @Override
    public int consumed(Response response) {
        Http.check(response, 200);
        body.restart();
        held = 0;
        for (int at = response.indexOf(ID, 0); at >= 0; at = response.indexOf(ID, at)) {
            int idAt = at + ID.length;
            int idTo = response.indexOf('"', idAt);
            int leaseAt = response.indexOf(LEASE, idTo) + LEASE.length;
            int leaseTo = response.indexOf('"', leaseAt);
            body.put(held == 0 ? "[" : ",").put(JOB_FROM).put(response, idAt, idTo);
            ack.write(body.put(ACK_LEASE).put(response, leaseAt, leaseTo).put(ACK_TO));
            held++;
            at = leaseTo;
        }
        return held;
    }

    @Override
    public void finish(Bytes out) {
        send(out, finish);
    }

    @Override
    public int finished(Response response) {
        return checkAll(response, acked, held);
    }

    private void send(Bytes out, byte[] methodAndUri) {
        body.put("]");
        Http.endWithLength(out.put(methodAndUri), body.length()).put(body);
    }

    private static int checkAll(Response response, byte[] wanted, int count) {
        Http.check(response, 200);
        int found = 0;
        for (int at = response.indexOf(wanted, 0); at >= 0; at = response.indexOf(wanted, at + 1)) {
            found++;
        }
        if (found != count) {
            throw LoadFailure.unexpected(count + " times " + new String(wanted, ISO_8859_1), response);
        }
        return count;
    }
}
