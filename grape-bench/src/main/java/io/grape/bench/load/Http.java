package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** What the HTTP dialects have in common. */
final class Http {
    static final Framing FRAMING = new HttpFraming();
    static final byte[] HEAD_END = ascii("\r\n\r\n");
    private static final byte[] WITH_LENGTH = ascii(" HTTP/1.1\r\nHost: bench\r\nContent-Length: ");
    private static final byte[] WITHOUT_BODY = ascii(" HTTP/1.1\r\nHost: bench\r\nContent-Length: 0\r\n\r\n");

    private Http() {}

    static byte[] ascii(String text) {
        return text.getBytes(ISO_8859_1);
    }

    /** A whole request that has no body. */
    static byte[] request(String methodAndUri) {
        return new Bytes().put(methodAndUri).put(WITHOUT_BODY).copy();
    }

    /** Ends a request line, and a head that tells of no body. */
    static void endWithoutBody(Bytes out) {
        out.put(WITHOUT_BODY);
    }

    /** Ends a request line, and a head that tells of a body of this length. */
    static Bytes endWithLength(Bytes out, int length) {
        return out.put(WITH_LENGTH).put(Integer.toString(length)).put(HEAD_END);
    }

    static void check(Response response, int status) {
        if (response.status() != status) {
            throw LoadFailure.unexpected(Integer.toString(status), response);
        }
    }
}
