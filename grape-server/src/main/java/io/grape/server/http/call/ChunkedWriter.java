package io.grape.server.http.call;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Writes a response: a long body piece by piece, no faster than its reader takes it. What lies ready for the socket is copied once
 * more, outside of the heap, and nobody counts it. Lives on one event loop.
 */
final class ChunkedWriter {
    /** A body of up to so many bytes goes in one. */
    private static final int PIECE = 32 * 1024;

    private static final int READY = 2 * PIECE;

    private final HttpServerResponse response;
    private final Buffer body;
    private final Promise<Void> done = Promise.promise();
    private int at;

    private ChunkedWriter(HttpServerResponse response, Buffer body) {
        this.response = response;
        this.body = body;
    }

    /** Ends the response to a request; done when it is written. A HEAD gets no body. */
    static Future<Void> write(HttpServerRequest request, Response reply) {
        HttpServerResponse response = request.response();
        boolean isHead = request.method().equals(HttpMethod.HEAD);
        Response.Stream stream = reply.stream();
        if (stream != null) {
            return isHead ? response.end() : stream.to(response);
        }
        return isHead
                ? response.putHeader(
                                "Content-Length", String.valueOf(reply.body().length()))
                        .end()
                : write(response, reply.body());
    }

    private static Future<Void> write(HttpServerResponse response, Buffer body) {
        if (body.length() <= PIECE) {
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
        while (!response.writeQueueFull() && at + PIECE < body.length()) {
            var unused = response.write(body.slice(at, at + PIECE)).onFailure(done::tryFail);
            at += PIECE;
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
