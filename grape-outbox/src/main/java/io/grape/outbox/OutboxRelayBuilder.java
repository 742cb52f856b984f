package io.grape.outbox;

import io.grape.client.AckLevel;
import io.grape.client.Grape;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;

/** The settings of an {@link OutboxRelay}. A wrong value throws an IllegalArgumentException at once. */
public final class OutboxRelayBuilder {
    private static final int MAX_BATCH = 1000;
    private static final Duration MIN_POLL = Duration.ofMillis(10);
    private static final Duration MAX_POLL = Duration.ofHours(1);
    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

    private final OutboxTable table;
    private final DataSource source;
    private final Grape grape;
    private int batch = 100;
    private Duration poll = Duration.ofSeconds(1);
    private Duration timeout = Duration.ofSeconds(10);
    private AckLevel ack = AckLevel.DISK;

    OutboxRelayBuilder(OutboxTable table, DataSource source, Grape grape) {
        this.table = table;
        this.source = Objects.requireNonNull(source, "dataSource");
        this.grape = Objects.requireNonNull(grape, "grape");
    }

    /** How many rows are relayed in one transaction; 1 to 1000. Default: 100. */
    public OutboxRelayBuilder batch(int value) {
        if (value < 1 || value > MAX_BATCH) {
            throw new IllegalArgumentException("batch: expected 1 to " + MAX_BATCH + ", got " + value);
        }
        batch = value;
        return this;
    }

    /**
     * The time between two looks into an empty table; {@link OutboxRelay#wake} is sooner. 10 ms to 1 hour. Default: 1 s.
     */
    public OutboxRelayBuilder poll(Duration value) {
        poll = between("poll", value, MIN_POLL, MAX_POLL);
        return this;
    }

    /**
     * The time limit of the produce in a transaction, with all retries; 1 s to 5 minutes. The database ends a transaction that does
     * nothing for twice as long. Default: 10 s.
     */
    public OutboxRelayBuilder produceTimeout(Duration value) {
        timeout = between("produceTimeout", value, MIN_TIMEOUT, MAX_TIMEOUT);
        return this;
    }

    private static Duration between(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + ": expected " + least + " to " + most + ", got " + value);
        }
        return value;
    }

    /** What must hold a job before its row is deleted. Default: {@link AckLevel#DISK}. */
    public OutboxRelayBuilder ack(AckLevel value) {
        ack = Objects.requireNonNull(value, "ack");
        return this;
    }

    /** Starts it. It needs neither a broker nor the database yet: it retries until they are there. */
    public OutboxRelay start() {
        if (grape.isClosed()) {
            throw new IllegalStateException("outbox: expected an open client, got one that is closed");
        }
        RelaySettings settings = new RelaySettings(batch, poll, timeout);
        OutboxRelay relay =
                new OutboxRelay(new RelayLoop(table, source, new RowSender(grape, ack, timeout), settings), settings);
        relay.start();
        return relay;
    }
}
