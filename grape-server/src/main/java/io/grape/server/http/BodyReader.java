package io.grape.server.http;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;

/** Reads a body, and stops where it becomes too long: nobody makes the broker hold more than a call takes. */
final class BodyReader {
    private static final byte[] NONE = new byte[0];
    private static final int FIRST_BYTES = 16 * 1024;

    private final int maxBytes;
    private final Promise<byte[]> done = Promise.promise();
    private byte[] bytes;
    private int length;

    private BodyReader(int maxBytes, int announced) {
        this.maxBytes = maxBytes;
        // A length that is only announced buys no more than this.
        this.bytes = new byte[Math.min(announced, FIRST_BYTES)];
    }

    /** The body, or TOO_BIG, or BAD_REQUEST where none is taken or it is not what HTTP calls a body. */
    static Future<byte[]> read(HttpServerRequest http, int maxBytes) {
        if (!isAnnounced(http)) {
            return Future.succeededFuture(NONE);
        }
        long announced = announcedBytes(http);
        if (announced > maxBytes) {
            throw tooLong(maxBytes);
        }
        if ("100-continue".equalsIgnoreCase(http.getHeader("Expect"))) {
            http.response().writeContinue();
        }
        BodyReader reader = new BodyReader(maxBytes, announced < 0 ? FIRST_BYTES : (int) announced);
        http.exceptionHandler(reader::fail).handler(reader::append).endHandler(end -> reader.end());
        return reader.done.future();
    }

    /** True when a body comes, or may come. */
    static boolean isAnnounced(HttpServerRequest http) {
        return announcedBytes(http) > 0 || http.getHeader("Transfer-Encoding") != null;
    }

    /** What Content-Length says, -1 when there is none. That it is a number was seen to when the request was decoded. */
    static long announcedBytes(HttpServerRequest http) {
        String length = http.getHeader("Content-Length");
        return length == null ? -1 : Long.parseLong(length);
    }

    private void append(Buffer chunk) {
        if (done.future().isComplete()) {
            return;
        }
        int total = length + chunk.length();
        if (total > maxBytes) {
            bytes = NONE;
            done.fail(tooLong(maxBytes));
            return;
        }
        if (total > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(maxBytes, Math.max(total, 2 * bytes.length)));
        }
        chunk.getBytes(bytes, length);
        length = total;
    }

    private void end() {
        done.tryComplete(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
    }

    private void fail(Throwable failure) {
        done.tryFail(
                new GrapeException(ErrorCode.BAD_REQUEST, "body: expected a whole one, got a broken one", failure));
    }

    private static GrapeException tooLong(int maxBytes) {
        return maxBytes == 0
                ? new GrapeException(ErrorCode.BAD_REQUEST, "body: expected none, got one")
                : new GrapeException(ErrorCode.TOO_BIG, "body: expected at most " + maxBytes + " bytes, got more");
    }
}
