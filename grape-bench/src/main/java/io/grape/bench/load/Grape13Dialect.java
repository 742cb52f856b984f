package io.grape.bench.load;

import java.net.URI;

/** The calls of Grape 1.3, one job each. */
public final class Grape13Dialect implements Dialect {
    private static final byte[] TRUE = Http.ascii("true");
    private static final byte[] ID = Http.ascii("\"id\":\"");

    private final Ids ids;
    private final byte[] produceFrom;
    private final byte[] produceTo;
    private final byte[] consume;
    private final byte[] finish;
    private final Bytes id = new Bytes();

    /**
     * One connection.
     *
     * @param base the address of the server; a path in it comes before {@code /api}
     */
    public Grape13Dialect(URI base, String tube, Ids ids, byte[] payload) {
        this.ids = ids;
        String api = api(base) + "job/";
        produceFrom = Http.ascii("POST " + api + "produce?tube=" + tube + "&dtr=0&ttr=60000&jid=");
        produceTo = Http.endWithLength(new Bytes(), payload.length).put(payload).copy();
        consume = Http.request("GET " + api + "consume?tube=" + tube + "&max=1");
        finish = Http.ascii("DELETE " + api + "finish?tube=" + tube + "&jid=");
    }

    /** The path that all calls begin with. */
    public static String api(URI base) {
        return base.getRawPath().replaceAll("/+$", "") + "/api/";
    }

    @Override
    public Framing framing() {
        return Http.FRAMING;
    }

    @Override
    public void produce(Bytes out) {
        out.put(produceFrom).put(ids.next()).put(produceTo);
    }

    @Override
    public int produced(Response response) {
        if (finished(response) == 0) {
            throw LoadFailure.unexpected("true", response);
        }
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
        return 1;
    }

    @Override
    public void finish(Bytes out) {
        Http.endWithoutBody(out.put(finish).put(id));
    }

    @Override
    public int finished(Response response) {
        Http.check(response, 200);
        return response.indexOf(TRUE, response.indexOf(Http.HEAD_END, 0)) >= 0 ? 1 : 0;
    }
}
