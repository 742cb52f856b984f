package io.grape.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection as a relay needs it, which gets back what it had. Nobody waits for ever: the database ends a transaction that does
 * nothing, and the driver a call without a response. Reads committed rows only, because InnoDB would lock the gaps between rows
 * too, and with them the inserts of producers.
 */
final class BorrowedConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BorrowedConnection.class);

    private final Connection connection;
    private final Dialect dialect;
    private final Duration idle;
    private final boolean autoCommit;
    private final int isolation;
    private final int networkMillis;

    private BorrowedConnection(Connection connection, OutboxTable table, Duration idle) throws SQLException {
        this.connection = connection;
        this.idle = idle;
        this.dialect = table.dialect(connection);
        this.autoCommit = connection.getAutoCommit();
        this.isolation = connection.getTransactionIsolation();
        this.networkMillis = networkTimeout(connection);
        if (!autoCommit) {
            connection.rollback();
        }
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        setNetworkTimeout(Math.toIntExact(idle.toMillis()));
        run(dialect.inSession(idle));
        connection.setAutoCommit(false);
    }

    static BorrowedConnection of(DataSource source, OutboxTable table, Duration idle) throws SQLException {
        Connection connection = source.getConnection();
        try {
            return new BorrowedConnection(connection, table, idle);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    Connection begin() throws SQLException {
        run(dialect.inTransaction(idle));
        return connection;
    }

    private void run(List<String> statements) throws SQLException {
        if (!statements.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        }
    }

    private static int networkTimeout(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException e) {
            return -1;
        }
    }

    /** A driver that has none has said so before. */
    private void setNetworkTimeout(int millis) throws SQLException {
        if (networkMillis >= 0) {
            connection.setNetworkTimeout(Runnable::run, millis);
        }
    }

    /** Whatever was not committed is as it was before. */
    @Override
    public void close() {
        try (connection) {
            connection.rollback();
            connection.setAutoCommit(true);
            run(dialect.afterSession());
            if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(isolation);
            }
            setNetworkTimeout(networkMillis);
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            // It is broken, which its pool finds out.
            LOG.debug("connection of an outbox", e);
        }
    }
}
