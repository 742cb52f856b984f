package io.grape.spring;

import io.grape.client.Grape;
import io.grape.outbox.Outbox;
import io.grape.outbox.OutboxRelay;
import io.grape.spring.GrapeProperties.OutboxProperties;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * The relay of the outbox while the context runs. It starts before the handlers and the web server take work, and ends after they
 * have.
 */
public final class RelayLifecycle implements SmartLifecycle {
    private static final int PHASE = HandlerWorker.PHASE - 2048;

    private final OutboxProperties properties;
    private final Outbox outbox;
    private final DataSource source;
    private final Grape grape;
    /** Read without the lock, which a start holds while it waits for the database. */
    private volatile @Nullable OutboxRelay running;

    private boolean isOn;

    RelayLifecycle(OutboxProperties properties, Outbox outbox, DataSource source, Grape grape) {
        this.properties = properties;
        this.outbox = outbox;
        this.source = source;
        this.grape = grape;
    }

    /** The relay while it runs: for its {@link OutboxRelay#status}. Empty with {@code grape.outbox.relay=false}. */
    public Optional<OutboxRelay> relay() {
        return Optional.ofNullable(running);
    }

    /** Looks into the table now, if this process has the relay. */
    void wake() {
        relay().ifPresent(OutboxRelay::wake);
    }

    @Override
    public synchronized void start() {
        if (isOn) {
            return;
        }
        if (properties.createTable()) {
            createTable();
        }
        if (properties.relay() && !ClientInTests.replaces(grape, "the relay of the outbox")) {
            running = BadConfigurationException.named(
                            "grape.outbox",
                            () -> outbox.relay(source, grape)
                                    .batch(properties.batch())
                                    .poll(properties.poll())
                                    .produceTimeout(properties.produceTimeout()))
                    .start();
        }
        isOn = true;
    }

    private void createTable() {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            outbox.createTable(connection);
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("grape.outbox.create-table: " + e.getMessage(), e);
        }
    }

    @Override
    public void stop() {
        relay().ifPresent(OutboxRelay::close);
        end();
    }

    private synchronized void end() {
        running = null;
        isOn = false;
    }

    @Override
    public synchronized boolean isRunning() {
        return isOn;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
