package io.grape.server.http.connection;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.admission.MemoryBudget;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;

/** Reads a body, and stops where it becomes too long: nobody makes the broker hold more than a call takes. */
public final class BodyReader {
    private static final byte[] NONE = new byte[0];
    private static final String BROKEN = "body: expected a whole one, got a broken one";
    private static final int FIRST_BYTES = 16 * 1024;

    private final int maxBytes;
    private final int room;
    private final MemoryBudget.Share share;
    private final Promise<byte[]> done = Promise.promise();
    private byte[] bytes = NONE;
    private int length;

    private BodyReader(int maxBytes, long announced, MemoryBudget.Share share) {
        this.maxBytes = maxBytes;
        this.room = announced < 0 ? maxBytes : (int) announced;
        this.share = share;
    }

    /** The body; or TOO_LARGE, OVERLOADED, or BAD_REQUEST where none is taken, it does not come in time, or is no HTTP. */
    public static Future<byte[]> read(HttpServerRequest http, int maxBytes, MemoryBudget.Share share) {
        if (!isAnnounced(http)) {
            return Future.succeededFuture(NONE);
        }
        long announced = announcedBytes(http);
        if (announced > maxBytes) {
            throw tooLong(maxBytes);
        }
        BodyReader reader = new BodyReader(maxBytes, announced, share);
        // A length that is only announced buys no more than this.
        reader.resize(Math.min(reader.room, FIRST_BYTES));
        if ("100-continue".equalsIgnoreCase(http.getHeader("Expect"))) {
            http.response().writeContinue();
        }
        RequestDecoder.whenLate(http.connection(), reader::late);
        RequestDecoder.whenBroken(http.connection(), reader::broken);
        http.exceptionHandler(reader::fail).handler(reader::append).endHandler(end -> reader.end());
        return reader.done.future();
    }

    private void resize(int size) {
        if (!share.grow(size - bytes.length)) {
            throw MemoryBudget.full("request bodies");
        }
        bytes = Arrays.copyOf(bytes, size);
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
        try {
            int total = length + chunk.length();
            makeRoom(total);
            chunk.getBytes(bytes, length);
            length = total;
        } catch (GrapeException e) {
            bytes = NONE;
            done.fail(e);
        }
    }

    private void makeRoom(int total) {
        if (total > maxBytes) {
            throw tooLong(maxBytes);
        }
        if (total > bytes.length) {
            resize(Math.min(room, Math.max(total, 2 * bytes.length)));
        }
    }

    private void end() {
        done.tryComplete(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
    }

    private void late(long came) {
        bytes = NONE;
        done.tryFail(GrapeException.badValue("request", "all of it by now", came + " bytes"));
    }

    private void fail(Throwable failure) {
        fail(new GrapeException(ErrorCode.BAD_REQUEST, BROKEN, failure));
    }

    private void broken() {
        fail(new GrapeException(ErrorCode.BAD_REQUEST, BROKEN));
    }

    private void fail(GrapeException failure) {
        bytes = NONE;
        done.tryFail(failure);
    }

    private static GrapeException tooLong(int maxBytes) {
        return maxBytes == 0
                ? new GrapeException(ErrorCode.BAD_REQUEST, "body: expected none, got one")
                : GrapeException.tooLarge("body", maxBytes, "more");
    }
}
