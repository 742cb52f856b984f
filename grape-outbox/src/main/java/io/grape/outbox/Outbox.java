package io.grape.outbox;

import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Tube;
import io.grape.client.TubeCodecs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Produces jobs within your transactions. {@link #produce} writes a row into a table of your database, with your
 * connection. An {@link OutboxRelay} produces the job after the commit and deletes the row. So a job exists if and only
 * if its transaction is committed. One instance serves any number of threads. See {@code docs/outbox.md}.
 */
public final class Outbox {
    private final OutboxTable table;
    private final Duration dedup;
    private final int maxPayload;
    private final Supplier<Map<String, String>> headers;
    private final TubeCodecs codecs;

    Outbox(
            OutboxTable table,
            Duration dedup,
            int maxPayload,
            Supplier<Map<String, String>> headers,
            TubeCodecs codecs) {
        this.table = table;
        this.dedup = dedup;
        this.maxPayload = maxPayload;
        this.headers = headers;
        this.codecs = codecs;
    }

    /** One with the defaults of {@link OutboxBuilder}: the table {@code grape_outbox}, in the database of its connections. */
    public static Outbox create() {
        return builder().build();
    }

    /** Builds one with other settings. */
    public static OutboxBuilder builder() {
        return new OutboxBuilder();
    }

    /** Produces a job that is due at once: {@link #produce(Connection, Tube, NewJob)}. */
    public <T> String produce(Connection connection, Tube<T> tube, T payload) {
        return produce(connection, tube, NewJob.of(payload));
    }

    /**
     * Produces a job if the transaction of the connection commits. Its delay and expiry count from this call. Returns the id of
     * the job: that of the {@link NewJob}, which is random if you set none.
     *
     * <p>Throws an IllegalStateException if the connection commits by itself, an IllegalArgumentException for a job that no
     * broker takes or with {@link OnDuplicate#REJECT}, a GrapeException if the payload does not encode or is too long, and an
     * {@link OutboxException} if the database fails. Roll the transaction back then.
     */
    public <T> String produce(Connection connection, Tube<T> tube, NewJob<? extends T> job) {
        return produceAll(connection, tube, List.of(job)).get(0);
    }

    /** Produces many jobs, and returns their ids in order. See {@link #produce(Connection, Tube, NewJob)}. */
    public <T> List<String> produceAll(Connection connection, Tube<T> tube, List<? extends NewJob<? extends T>> jobs) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        List<OutboxRow> rows = jobs.stream().map(job -> row(tube, job, now)).toList();
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalStateException("connection: expected one with a transaction, got one that commits by"
                        + " itself; call setAutoCommit(false) and commit()");
            }
            if (!rows.isEmpty()) {
                table.insert(connection, rows);
            }
        } catch (SQLException e) {
            throw OutboxException.of("outbox " + table + " of tube " + tube, e);
        }
        return rows.stream().map(OutboxRow::jobId).toList();
    }

    private <T> OutboxRow row(Tube<T> given, NewJob<? extends T> job, Instant now) {
        Tube<T> tube = codecs.apply(given);
        if (job.onDuplicate() == OnDuplicate.REJECT) {
            throw new IllegalArgumentException("onDuplicate: expected keep, replace or debounce, got reject,"
                    + " which nobody could be told after the commit");
        }
        Map<String, String> all = new TreeMap<>();
        headers.get().forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), value));
        all.putAll(job.headers());
        JobChecks.check(job, now, all);
        String settings = JobSettings.of(job, now, dedup, all).toJson();
        String contentType = tube.codec().contentType();
        byte[] payload = payload(tube, job);
        JobChecks.checkPayload(contentType, payload);
        return new OutboxRow(0, tube.name(), job.id(), contentType, payload, settings, 0);
    }

    private <T> byte[] payload(Tube<T> tube, NewJob<? extends T> job) {
        byte[] bytes;
        try {
            bytes = Objects.requireNonNull(tube.codec().encode(job.payload()), "its codec gave null");
        } catch (Exception | StackOverflowError e) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, "payload: does not encode: " + e.getMessage(), null, e);
        }
        if (bytes.length > maxPayload) {
            throw new GrapeException(
                    ErrorCode.TOO_LARGE, "payload: expected up to " + maxPayload + " bytes, got " + bytes.length);
        }
        return bytes;
    }

    /** The statements that make the table, for your migrations. They change nothing if the table exists. */
    public List<String> ddl(Dialect dialect) {
        return table.ddl(dialect);
    }

    /**
     * Makes the table unless it exists. With PostgreSQL it is there after the commit; MySQL and MariaDB commit by themselves.
     * Several processes may do so at the same time, with PostgreSQL only if the connection does not commit by itself.
     */
    public void createTable(Connection connection) {
        try {
            table.create(connection);
        } catch (SQLException e) {
            throw OutboxException.of("outbox " + table, e);
        }
    }

    /**
     * Builds a relay, which {@link OutboxRelayBuilder#start} starts. Any number may run for one table, in any number of
     * processes. It closes neither.
     */
    public OutboxRelayBuilder relay(DataSource dataSource, Grape grape) {
        return new OutboxRelayBuilder(table, dataSource, grape);
    }
}
