package io.grape.outbox;

import static io.grape.outbox.Rows.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The Java and the SQL of docs/outbox.md. */
@GrapeTest
@ParameterizedClass
@EnumSource(TestDatabase.class)
@SuppressWarnings("NullAway.Init") // Set before each test.
class OutboxPageTest {
    private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\n(.*?)^```$");
    private static final Pattern SQL = Pattern.compile("(?ms)^```sql\n(.*?)^```$");

    static final Tube<Timeout> TIMEOUTS = Tube.of("order-timeouts", Timeout.class);

    @Parameter
    private TestDatabase database;

    record Timeout(String order) {}

    record Order(String id) {}

    static final Outbox OUTBOX = Outbox.create();

    void place(Connection connection, Order order) throws SQLException {
        connection.setAutoCommit(false);
        insert(connection, order);
        OUTBOX.produce(connection, TIMEOUTS, NewJob.of(new Timeout(order.id())).delay(Duration.ofMinutes(30)));
        connection.commit();
    }

    OutboxRelay startRelay(DataSource dataSource, Grape grape) {
        return OUTBOX.relay(dataSource, grape).start();
    }

    private static void insert(Connection connection, Order order) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO shop_orders VALUES (?)")) {
            statement.setString(1, order.id());
            statement.executeUpdate();
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "outbox.md"));
    }

    @Test
    void theJavaOfThePageIsCompiled() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/grape/outbox/OutboxPageTest.java"))
                .replaceAll("(?m)^    ", "");
        assertThat(SNIPPET.matcher(page()).results()).hasSize(2).allSatisfy(snippet -> {
            for (String part : snippet.group(1).split("\n\n", -1)) {
                assertThat(source).contains(part);
            }
        });
    }

    @Test
    void thePageWorksWithARealDatabase(Grape grape) throws SQLException, IOException {
        database.assumeInstalled();
        database.run("CREATE TABLE shop_orders (id VARCHAR(20))");
        try (Connection connection = database.connect()) {
            OUTBOX.createTable(connection);
            connection.commit();
            place(connection, new Order("8812"));
        }
        try (OutboxRelay relay = startRelay(database.source(), grape)) {
            await().atMost(PATIENCE).until(() -> relay.status().pending() == 0);
        }
        assertThat(grape.tubes().status("order-timeouts")).isPresent();
        List<String> statements = SQL.matcher(page())
                .results()
                .flatMap(block -> Pattern.compile(";\\s*").splitAsStream(block.group(1)))
                .toList();
        assertThat(statements).hasSize(2);
        for (String sql : statements) {
            database.run(sql);
        }
        database.run("DROP TABLE grape_outbox");
        database.run("DROP TABLE shop_orders");
    }
}
