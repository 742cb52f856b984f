package io.grape.server.http.call;

import io.grape.core.GrapeException;
import io.grape.server.http.connection.HttpListener;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/**
 * What is wrong with a message that is not HTTP as we take it.
 *
 * @param status of its response
 */
public record MalformedRequest(int status, String detail) {
    public static MalformedRequest of(HttpServerRequest http) {
        Throwable cause = http.decoderResult().cause();
        if (cause instanceof GrapeException known) {
            return new MalformedRequest(Problems.status(known.code()), known.detail());
        }
        if (cause instanceof TooLongHttpLineException) {
            return tooLong(414, "request line", HttpListener.MAX_REQUEST_LINE);
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return tooLong(431, "headers", HttpListener.MAX_HEADERS);
        }
        return new MalformedRequest(
                400,
                hasWrongLength(http)
                        ? "Content-Length: expected one whole number and no Transfer-Encoding, got something else"
                        : "request: expected HTTP/1.1, got something else");
    }

    private static MalformedRequest tooLong(int status, String what, int most) {
        return new MalformedRequest(status, what + ": expected at most " + most + " bytes, got more");
    }

    /** Two lengths of one body are how requests are smuggled past a proxy. */
    private static boolean hasWrongLength(HttpServerRequest http) {
        List<String> lengths = http.headers().getAll("Content-Length");
        return lengths.size() > 1
                || (lengths.size() == 1
                        && (http.getHeader("Transfer-Encoding") != null
                                || !lengths.get(0).matches("[0-9]{1,18}")));
    }
}
