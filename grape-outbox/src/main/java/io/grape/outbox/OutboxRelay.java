package io.grape.outbox;

import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Produces the jobs of an {@link Outbox} in the background until it is closed. It has one thread, which does not keep the JVM alive,
 * and one connection while it works.
 */
public final class OutboxRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(5);

    private final RelayLoop loop;
    private final Duration drain;
    private final Thread thread;

    OutboxRelay(RelayLoop loop, RelaySettings settings) {
        this.loop = loop;
        // The produce under way, and the statements before and after it.
        this.drain = settings.timeout().plus(settings.idle());
        this.thread = new Thread(loop, "grape-outbox-relay");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /**
     * Looks into the table now. Call it after a commit, for jobs that are not to wait for the next look. It returns at
     * once, and costs nothing if the relay is at work or pauses.
     */
    public void wake() {
        loop.wake();
    }

    /** What waits in the table now, and how this relay is doing. Reads the whole table. Throws an {@link OutboxException}. */
    public OutboxStatus status() {
        try {
            return loop.status();
        } catch (SQLException e) {
            throw OutboxException.of("outbox", e);
        }
    }

    /** The jobs that this relay has delivered since it started. Does not read the table. */
    public long relayed() {
        return loop.relayed();
    }

    /** Those of the {@link #relayed} jobs that the broker knew already: their id was live, or remembered. Does not read the table. */
    public long existed() {
        return loop.existed();
    }

    /**
     * Ends with the transaction under way: no row stays locked. Rows that are left are for other relays, or for the next
     * start. An interrupted call interrupts the relay and returns.
     */
    @Override
    public void close() {
        loop.close();
        try {
            thread.join(drain.toMillis());
            if (thread.isAlive()) {
                LOG.warn("outbox did not end in time, its jobs are produced again seconds={}", drain.toSeconds());
                thread.interrupt();
                thread.join(AFTER_INTERRUPT.toMillis());
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
