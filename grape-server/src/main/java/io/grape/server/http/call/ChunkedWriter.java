package io.grape.server.http.call;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * Writes a long body piece by piece, no faster than its reader takes it: what lies ready for the socket is copied once more, outside of
 * the heap, and nobody counts it. Lives on one event loop.
 */
final class ChunkedWriter {
    /** A body up to this goes in one. */
    static final int ONE = 32 * 1024;

    private static final int READY = 2 * ONE;

    private final HttpServerResponse response;
    private final Buffer body;
    private final Promise<Void> done = Promise.promise();
    private int at;

    private ChunkedWriter(HttpServerResponse response, Buffer body) {
        this.response = response;
        this.body = body;
    }

    /** Ends the response with a body; done when it is written. */
    static Future<Void> write(HttpServerResponse response, Buffer body) {
        if (body.length() <= ONE) {
            return response.end(body);
        }
        response.setWriteQueueMaxSize(READY).putHeader("Content-Length", String.valueOf(body.length()));
        ChunkedWriter pieces = new ChunkedWriter(response, body);
        // Of what waits for its turn within Vert.x nobody is told otherwise.
        response.closeHandler(closed -> pieces.done.tryFail("the connection ended"));
        pieces.next();
        return pieces.done.future();
    }

    private void next() {
        if (response.ended() || response.closed()) {
            return;
        }
        while (!response.writeQueueFull() && at + ONE < body.length()) {
            var unused = response.write(body.slice(at, at + ONE)).onFailure(done::tryFail);
            at += ONE;
        }
        if (done.future().failed()) {
            return;
        }
        if (response.writeQueueFull()) {
            response.drainHandler(drained -> next());
        } else {
            var unused = response.end(body.slice(at, body.length()))
                    .onSuccess(done::tryComplete)
                    .onFailure(done::tryFail);
        }
    }
}
