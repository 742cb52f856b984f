package io.grape.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool gets back what it gave. */
@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
@SuppressWarnings("NullAway.Init") // Set before each test.
class BorrowedConnectionTest {
    private static final Duration IDLE = Duration.ofSeconds(7);

    @Parameter
    private TestDatabase database;

    private OutboxTable table;

    @BeforeEach
    void createTable() {
        database.assumeInstalled();
        table = new OutboxTable(database.newTable(), null);
    }

    /** A pool of one connection, which stays open. */
    private static DataSource poolOf(Connection connection) {
        Object kept = proxy(
                Connection.class,
                (proxy, method, arguments) ->
                        "close".equals(method.getName()) ? null : method.invoke(connection, arguments));
        return (DataSource) proxy(DataSource.class, (proxy, method, arguments) -> kept);
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(BorrowedConnectionTest.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private String idle(Connection connection) throws SQLException {
        String sql = database == TestDatabase.POSTGRESQL
                ? "SHOW idle_in_transaction_session_timeout"
                : "SELECT @@SESSION.wait_timeout";
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private void borrowsAndGivesBack(boolean autoCommit) throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setNetworkTimeout(Runnable::run, 12_345);
            String idle = idle(connection);
            connection.setAutoCommit(autoCommit);
            try (BorrowedConnection borrowed = BorrowedConnection.of(poolOf(connection), table, IDLE)) {
                Connection used = borrowed.begin();
                assertThat(used.getAutoCommit()).isFalse();
                assertThat(used.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
                assertThat(used.getNetworkTimeout()).isEqualTo(7000);
                assertThat(idle(used)).startsWith("7");
            }
            assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(connection.getNetworkTimeout()).isEqualTo(12_345);
            assertThat(idle(connection)).isEqualTo(idle);
        }
    }

    @Test
    void aConnectionIsGivenBackAsItWas() throws SQLException {
        borrowsAndGivesBack(true);
    }

    @Test
    void soIsOneThatDoesNotCommitByItself() throws SQLException {
        borrowsAndGivesBack(false);
    }
}
