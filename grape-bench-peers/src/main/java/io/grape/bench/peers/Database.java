package io.grape.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A pool of connections to PostgreSQL. */
final class Database {
    /** 16 producers, 16 workers, and what a library does in the background. */
    private static final int CONNECTIONS = 40;

    private Database() {}

    static HikariDataSource connect(String jdbcUrl) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(config);
    }

    /** Runs a script of the class path, unless the table exists. */
    static void create(HikariDataSource database, String table, String resource) throws SQLException, IOException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select to_regclass('" + table + "')")) {
            if (found.next() && found.getString(1) != null) {
                return;
            }
        }
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                InputStream script = Database.class.getResourceAsStream(resource)) {
            if (script == null) {
                throw new IOException("no " + resource + " on the class path");
            }
            statement.execute(new String(script.readAllBytes(), UTF_8));
        }
    }
}
