package io.grape.server.http;

import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Whether anybody is connected, and how long ago somebody was. */
final class Connections {
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean any;
    private volatile long lastClosed;

    /** Takes the connection's close handler: it has one only. */
    void opened(HttpConnection connection) {
        any = true;
        open.incrementAndGet();
        connection.closeHandler(closed -> {
            lastClosed = System.nanoTime();
            open.decrementAndGet();
        });
    }

    /** True when none is open, and none was for so long. */
    boolean noneFor(Duration time) {
        return open.get() == 0 && (!any || System.nanoTime() - lastClosed > time.toNanos());
    }
}
