package io.grape.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The database that holds the table. The clock of all times in the table is the database's. */
public enum Dialect {
    /** PostgreSQL 11 and newer. */
    POSTGRESQL(
            "statement_timestamp()",
            "statement_timestamp() + ? * INTERVAL '1 millisecond'",
            "CAST(EXTRACT(EPOCH FROM statement_timestamp() - MIN(created_at)) * 1000 AS BIGINT)"),

    /** MySQL 8.0 and newer, MariaDB 10.6 and newer. */
    MYSQL(
            "UTC_TIMESTAMP(6)",
            "UTC_TIMESTAMP(6) + INTERVAL (? * 1000) MICROSECOND",
            "TIMESTAMPDIFF(MICROSECOND, MIN(created_at), UTC_TIMESTAMP(6)) DIV 1000");

    /** The time of the statement, the same for each of its rows. */
    final String now;
    /** A time some milliseconds from now, which are a parameter. */
    final String later;
    /** The milliseconds since the first row was created; null without a row. */
    final String oldestMillis;

    Dialect(String now, String later, String oldestMillis) {
        this.now = now;
        this.later = later;
        this.oldestMillis = oldestMillis;
    }

    /** That of a connection. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "mysql", "mariadb" -> MYSQL;
            default ->
                throw new IllegalArgumentException("database: expected PostgreSQL, MySQL or MariaDB, got " + product
                        + "; name the dialect if it speaks one of theirs");
        };
    }

    /**
     * What makes the database end a session whose transaction does nothing for so long: the rows of a relay that has
     * stopped, or that nobody reaches, are then another's. Run first in each transaction.
     */
    List<String> inTransaction(Duration idle) {
        return this == POSTGRESQL
                ? List.of("SET LOCAL idle_in_transaction_session_timeout = " + idle.toMillis())
                : List.of();
    }

    /** The same for a session. */
    List<String> inSession(Duration idle) {
        return this == MYSQL
                ? List.of("SET @grape_wait_timeout = @@SESSION.wait_timeout, SESSION wait_timeout = "
                        + idle.plusMillis(999).toSeconds())
                : List.of();
    }

    /** Takes {@link #inSession} back. */
    List<String> afterSession() {
        return this == MYSQL ? List.of("SET SESSION wait_timeout = @grape_wait_timeout") : List.of();
    }

    /**
     * Behind the table from which rows are locked. InnoDB locks the rows of an index and then those of the table: relays that
     * came by different ways would wait for each other.
     */
    String forced(String index) {
        return this == MYSQL ? " FORCE INDEX (" + index + ")" : "";
    }

    /**
     * Run before the table is made, in the same transaction. PostgreSQL fails one of two that make it at the same time, even
     * if neither is to fail where it exists.
     */
    List<String> beforeCreate(String table) {
        return this == POSTGRESQL ? List.of("SELECT pg_advisory_xact_lock(" + table.hashCode() + ")") : List.of();
    }

    /** The resource that makes the table. */
    String resource() {
        return name().toLowerCase(Locale.ROOT) + ".sql";
    }
}
