package io.grape.outbox;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A table of its own in a database, for one test. */
final class Rows {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Tube<String> ORDERS = Tube.of("orders", String.class);

    private final TestDatabase database;
    private final String table;
    private final Outbox outbox;

    Rows(TestDatabase database, OutboxBuilder settings) {
        this.database = database;
        this.table = database.newTable();
        this.outbox = settings.table(table).build();
        try (Connection connection = database.connect()) {
            outbox.createTable(connection);
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    String table() {
        return table;
    }

    Outbox outbox() {
        return outbox;
    }

    /** A relay that looks often, and waits for long. */
    OutboxRelayBuilder relay(Grape grape) {
        return outbox.relay(database.source(), grape)
                .poll(Duration.ofMillis(20))
                .produceTimeout(PATIENCE);
    }

    /** How many rows were refused. */
    int refused() {
        return Integer.parseInt(
                read("SELECT COUNT(*) FROM " + table + " WHERE attempts > 0").get(0));
    }

    <T> void commit(Tube<T> tube, NewJob<T> job) {
        commit(tube, List.of(job));
    }

    <T> void commit(Tube<T> tube, List<NewJob<T>> jobs) {
        try (Connection connection = database.connect()) {
            outbox.produceAll(connection, tube, jobs);
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One of the tube orders, whose payload is its id. */
    void commit(String id) {
        commit(ORDERS, NewJob.of(id).id(id));
    }

    /** The ids of the jobs whose rows are there. */
    List<String> ids() {
        return read("SELECT job_id FROM " + table + " ORDER BY id");
    }

    List<String> read(String sql) {
        try {
            return database.read(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
