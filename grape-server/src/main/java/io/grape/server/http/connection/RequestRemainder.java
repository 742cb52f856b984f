package io.grape.server.http.connection;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;

/** What a client still sends of a request that has its response. */
public final class RequestRemainder {
    /** A rest of a body up to this is read and thrown away, and the connection goes on. */
    private static final int SMALL = 1024 * 1024;
    /** How long, and for how many bytes, a client that is told "too much" may go on talking before it is cut off. */
    private static final long LINGER_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private static final int LINGER_BYTES = 64 * 1024 * 1024;

    private RequestRemainder() {}

    /** True when it is not worth waiting for, or may never come. */
    public static boolean isLong(HttpServerRequest http) {
        return !http.isEnded()
                && BodyReader.isAnnounced(http)
                && (RequestDecoder.isGivenUp(http.connection())
                        || http.getHeader("Expect") != null
                        || BodyReader.announcedBytes(http) < 0
                        || BodyReader.announcedBytes(http) > SMALL);
    }

    /**
     * Reads on for a while after the response, then closes. Closing at once, with bytes of the client unread, would make the
     * kernel reset the connection, and the client would lose the response.
     */
    public static void linger(Vertx vertx, HttpServerRequest http) {
        long[] left = {LINGER_BYTES};
        vertx.setTimer(LINGER_MILLIS, late -> http.connection().close());
        http.exceptionHandler(failure -> {});
        http.handler((Buffer rest) -> {
            left[0] -= rest.length();
            if (left[0] < 0) {
                http.connection().close();
            }
        });
        http.endHandler(end -> http.connection().close());
    }
}
