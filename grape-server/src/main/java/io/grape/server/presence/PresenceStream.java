package io.grape.server.presence;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * The stream of one worker: a byte each second, so that a balancer on the way notices at once that its client is gone, and a client
 * that its broker is. Lives on the event loop of its request.
 */
public final class PresenceStream {
    private static final long PERIOD_MILLIS = 1000;
    private static final Buffer HEARTBEAT = Buffer.buffer("\n");

    private final Listener listener;
    private final WorkerName worker;
    private final Context context;
    private final HttpServerResponse response;
    private final Promise<Void> ended = Promise.promise();
    private long timer;
    private boolean isOver;

    /** Who keeps count of streams. */
    public interface Listener {
        /** A stream has opened. */
        void opened(PresenceStream stream);

        /** It has ended, because the client closed it or otherwise. */
        void closed(PresenceStream stream, boolean byClient);
    }

    public PresenceStream(Listener listener, WorkerName worker, Context context, HttpServerResponse response) {
        this.listener = listener;
        this.worker = worker;
        this.context = context;
        this.response = response;
    }

    WorkerName worker() {
        return worker;
    }

    /** Begins to write. Done once there is no more to come. */
    public Future<Void> begin() {
        response.setChunked(true);
        timer = context.owner().setPeriodic(PERIOD_MILLIS, tick -> write());
        listener.opened(this);
        write();
        return ended.future();
    }

    private void write() {
        // Skip heartbeats while the write queue is full, because a suspended client reads nothing.
        if (!isOver && !response.writeQueueFull()) {
            var unused = response.write(HEARTBEAT);
        }
    }

    /** The connection is gone. */
    public void gone(boolean byClient) {
        if (over(byClient)) {
            ended.tryComplete();
        }
    }

    /** This broker ends it. May be called from anywhere. */
    public void end() {
        context.runOnContext(soon -> {
            if (!over(false)) {
                return;
            }
            if (response.closed()) {
                ended.tryComplete();
            } else {
                response.end().onComplete(ended);
            }
        });
    }

    private boolean over(boolean byClient) {
        if (isOver) {
            return false;
        }
        isOver = true;
        context.owner().cancelTimer(timer);
        listener.closed(this, byClient);
        return true;
    }
}
