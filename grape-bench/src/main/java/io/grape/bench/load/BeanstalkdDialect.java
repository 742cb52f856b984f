package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** beanstalkd's protocol: put, reserve-with-timeout 0, delete, one job each. */
public final class BeanstalkdDialect implements Dialect {
    private static final byte[] LINE_END = ascii("\r\n");
    private static final byte[] INSERTED = ascii("INSERTED ");
    private static final byte[] RESERVED = ascii("RESERVED ");
    private static final byte[] TIMED_OUT = ascii("TIMED_OUT");
    private static final byte[] DELETED = ascii("DELETED");
    private static final byte[] RESERVE = ascii("reserve-with-timeout 0\r\n");
    private static final byte[] DELETE = ascii("delete ");

    private final byte[] put;
    private final Bytes held = new Bytes();

    public BeanstalkdDialect(byte[] payload, int delaySeconds) {
        Bytes request = new Bytes()
                .put("put 1024 " + delaySeconds + " 60 " + payload.length + "\r\n")
                .put(payload)
                .put(LINE_END);
        put = request.copy();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(ISO_8859_1);
    }

    @Override
    public Framing framing() {
        return BeanstalkdDialect::length;
    }

    private static int length(byte[] bytes, int from, int to) {
        int lineEnd = ByteSearch.indexOf(bytes, from, to, LINE_END);
        if (lineEnd < 0) {
            return Framing.MORE;
        }
        int end = lineEnd + LINE_END.length;
        if (ByteSearch.startsWith(bytes, from, to, RESERVED)) {
            int size = lineEnd;
            while (bytes[size - 1] != ' ') {
                size--;
            }
            end += ByteSearch.number(bytes, size, lineEnd, 10) + LINE_END.length;
        }
        return end <= to ? end - from : Framing.MORE;
    }

    @Override
    public void produce(Bytes out) {
        out.put(put);
    }

    @Override
    public int produced(Response response) {
        return check(response, INSERTED);
    }

    @Override
    public void consume(Bytes out) {
        out.put(RESERVE);
    }

    @Override
    public int consumed(Response response) {
        if (response.startsWith(TIMED_OUT)) {
            return 0;
        }
        check(response, RESERVED);
        held.restart().put(response, RESERVED.length, response.indexOf(' ', RESERVED.length));
        return 1;
    }

    @Override
    public void finish(Bytes out) {
        out.put(DELETE).put(held).put(LINE_END);
    }

    @Override
    public int finished(Response response) {
        return check(response, DELETED);
    }

    private static int check(Response response, byte[] expected) {
        if (!response.startsWith(expected)) {
            throw LoadFailure.unexpected(new String(expected, ISO_8859_1), response);
        }
        return 1;
    }
}
