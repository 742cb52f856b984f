package io.grape.server.http;

import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many are connected, at most so many; and how long ago somebody was. */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong lastWarned = new AtomicLong(System.nanoTime() - SILENCE_NANOS);
    private volatile boolean any;
    private volatile long lastClosed;

    Connections(int most) {
        this.most = most;
    }

    /** How many are open, those included that are about to be closed. */
    int open() {
        return open.get();
    }

    /** Takes the connection's close handler: it has one only. Closes what is too much. */
    void opened(HttpConnection connection) {
        any = true;
        int now = open.incrementAndGet();
        connection.closeHandler(closed -> {
            lastClosed = System.nanoTime();
            open.decrementAndGet();
        });
        if (now > most) {
            warn();
            connection.close();
        }
    }

    /** Whoever opens too many can open very many: one line a minute says it. */
    private void warn() {
        long now = System.nanoTime();
        long before = lastWarned.get();
        if (now - before >= SILENCE_NANOS && lastWarned.compareAndSet(before, now)) {
            LOG.warn("connections are closed at once, there are too many maxConnections={}", most);
        }
    }

    /** True when none is open, and none was for so long. */
    boolean noneFor(Duration time) {
        return open.get() == 0 && (!any || System.nanoTime() - lastClosed > time.toNanos());
    }
}
