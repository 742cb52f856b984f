package io.grape.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The table and its statements. Rows lie in the order of their next try: a new one at once, one that the broker refused
 * later. So the relay reads from the front and never over refused rows. Relays skip what another one has locked.
 */
final class OutboxTable {
    static final int MAX_ERROR = 1000;

    /** With room for the end of the index's name, up to the 63 of PostgreSQL. */
    private static final Pattern NAME =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?([A-Za-z_][A-Za-z0-9_]{0,57})");

    private static final int FETCH = 20;

    private final String name;
    private final @Nullable Dialect dialect;

    /** @param dialect null: that of each connection */
    OutboxTable(String name, @Nullable Dialect dialect) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("table: expected such as grape_outbox or jobs.grape_outbox, up to 58 of"
                    + " A-Z a-z 0-9 _, got '" + name + "'");
        }
        this.name = name;
        this.dialect = dialect;
    }

    /** What the counts of the table are. */
    record Counts(long pending, long refused, Duration oldest) {}

    Dialect dialect(Connection connection) throws SQLException {
        return dialect == null ? Dialect.of(connection) : dialect;
    }

    /** The statements that make the table, in order. */
    List<String> ddl(Dialect of) {
        try (InputStream in = OutboxTable.class.getResourceAsStream(of.resource())) {
            if (in == null) {
                throw new IllegalStateException("no " + of.resource() + " on the class path");
            }
            String sql = new String(in.readAllBytes(), UTF_8)
                    .replace("${table}", name)
                    .replace("${index}", index());
            return Pattern.compile(";\\s*")
                    .splitAsStream(sql)
                    .filter(statement -> !statement.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String index() {
        return name.substring(name.indexOf('.') + 1) + "_next";
    }

    void create(Connection connection) throws SQLException {
        Dialect of = dialect(connection);
        List<String> statements = new ArrayList<>(of.beforeCreate(name));
        statements.addAll(ddl(of));
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    void insert(Connection connection, List<OutboxRow> rows) throws SQLException {
        String now = dialect(connection).now;
        String sql = "INSERT INTO " + name
                + " (tube, job_id, content_type, payload, settings, created_at, next_try_at) VALUES (?, ?, ?, ?, ?, "
                + now + ", " + now + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (OutboxRow row : rows) {
                statement.setString(1, row.tube());
                statement.setString(2, row.jobId());
                statement.setString(3, row.contentType());
                statement.setBytes(4, row.payload());
                statement.setString(5, row.settings());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /**
     * Locks rows whose time has come, until the transaction ends.
     *
     * @param maxBytes of payloads; the first row may have more
     * @param without tubes whose rows stay where they are
     */
    List<OutboxRow> lock(Connection connection, int max, long maxBytes, Collection<String> without)
            throws SQLException {
        String others = without.isEmpty() ? "" : " AND tube NOT IN (" + marks(without.size()) + ")";
        String sql = "SELECT id, tube, job_id, content_type, payload, settings, attempts FROM " + name
                + dialect(connection).forced(index()) + " WHERE next_try_at <= " + dialect(connection).now + others
                + " ORDER BY next_try_at, id LIMIT " + max
                + " FOR UPDATE SKIP LOCKED";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            // So that the driver does not hold all payloads.
            statement.setFetchSize(FETCH);
            int place = 1;
            for (String tube : without) {
                statement.setString(place++, tube);
            }
            try (ResultSet result = statement.executeQuery()) {
                return rows(result, maxBytes);
            }
        }
    }

    private static List<OutboxRow> rows(ResultSet result, long maxBytes) throws SQLException {
        List<OutboxRow> rows = new ArrayList<>();
        long bytes = 0;
        while (bytes < maxBytes && result.next()) {
            OutboxRow row = new OutboxRow(
                    result.getLong(1),
                    result.getString(2),
                    result.getString(3),
                    result.getString(4),
                    result.getBytes(5),
                    result.getString(6),
                    result.getInt(7));
            bytes += row.payload().length;
            rows.add(row);
        }
        return rows;
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    /** One by one: a statement for several may scan the table, and wait for the rows of another relay. */
    void delete(Connection connection, List<OutboxRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM " + name + " WHERE id = ?")) {
            for (OutboxRow row : rows) {
                statement.setLong(1, row.id());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** The row stays, and is tried again after a pause. */
    void refuse(Connection connection, OutboxRow row, String error, Duration pause) throws SQLException {
        String sql = "UPDATE " + name + " SET attempts = attempts + 1, error = ?, next_try_at = "
                + dialect(connection).later + " WHERE id = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, error);
            statement.setLong(2, pause.toMillis());
            statement.setLong(3, row.id());
            statement.executeUpdate();
        }
    }

    Counts counts(Connection connection) throws SQLException {
        String sql = "SELECT COUNT(*), COUNT(CASE WHEN attempts > 0 THEN 1 END), " + dialect(connection).oldestMillis
                + " FROM " + name;
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return new Counts(result.getLong(1), result.getLong(2), Duration.ofMillis(Math.max(0, result.getLong(3))));
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
