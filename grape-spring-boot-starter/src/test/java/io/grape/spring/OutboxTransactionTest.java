package io.grape.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.grape.client.Codec;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.outbox.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** In which transactions the outbox takes jobs: in those that commit its own connection. */
@GrapeTest
class OutboxTransactionTest {
    private static final Tube<String> ORDERS = Tube.of("orders", Codec.text());

    private final String table = TestDatabase.POSTGRESQL.newTable();

    @BeforeEach
    void hasDatabase() {
        TestDatabase.POSTGRESQL.assumeInstalled();
    }

    /** Its connections do not commit by themselves, as with a pool that has {@code auto-commit=false}. */
    private static DataSource withoutAutoCommit() {
        return new DelegatingDataSource(TestDatabase.POSTGRESQL.source()) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connection.setAutoCommit(false);
                return connection;
            }
        };
    }

    private void run(TestBroker broker, DataSource source, Consumer<ApplicationContext> test) {
        ApplicationContextRunner runner = Contexts.of(broker)
                .withBean(DataSource.class, () -> source)
                .withPropertyValues(
                        "grape.outbox.create-table=true", "grape.outbox.table=" + table, "grape.outbox.relay=false");
        runner.run(test::accept);
    }

    private static void produceIn(PlatformTransactionManager transactions, ApplicationContext context) {
        new TransactionTemplate(transactions)
                .executeWithoutResult(
                        status -> context.getBean(TransactionalOutbox.class).produce(ORDERS, "8812"));
    }

    private int rows() {
        Integer rows = new JdbcTemplate(TestDatabase.POSTGRESQL.source())
                .queryForObject("SELECT count(*) FROM " + table, Integer.class);
        return rows == null ? 0 : rows;
    }

    @Test
    void transactionOfAnotherManagerIsRefused(TestBroker broker) {
        PlatformTransactionManager other = new DataSourceTransactionManager(TestDatabase.POSTGRESQL.source());
        run(broker, withoutAutoCommit(), context -> {
            assertThatThrownBy(() -> produceIn(other, context))
                    .isInstanceOf(IllegalTransactionStateException.class)
                    .hasMessageContaining("of another transaction manager");
            assertThat(rows()).isZero();
        });
    }

    @Test
    void connectionThatOnlyWasUsedInTheTransactionOfAnotherManagerIsRefused(TestBroker broker) {
        PlatformTransactionManager other = new DataSourceTransactionManager(TestDatabase.POSTGRESQL.source());
        DataSource source = withoutAutoCommit();
        run(
                broker,
                source,
                context -> assertThatThrownBy(() -> new TransactionTemplate(other).executeWithoutResult(status -> {
                            new JdbcTemplate(source).queryForObject("SELECT 1", Integer.class);
                            context.getBean(TransactionalOutbox.class).produce(ORDERS, "8812");
                        }))
                        .isInstanceOf(IllegalTransactionStateException.class));
    }

    @Test
    void transactionOfTheDataSourceWritesTheRow(TestBroker broker) {
        DataSource source = withoutAutoCommit();
        run(broker, source, context -> {
            produceIn(new DataSourceTransactionManager(source), context);
            assertThat(rows()).isEqualTo(1);
        });
    }

    @Test
    void transactionOfTheDataSourceBehindATransactionAwareProxyWritesTheRow(TestBroker broker) {
        DataSource target = withoutAutoCommit();
        run(broker, new TransactionAwareDataSourceProxy(target), context -> {
            produceIn(new DataSourceTransactionManager(target), context);
            assertThat(rows()).isEqualTo(1);
        });
    }

    @Test
    void transactionOfJpaWritesTheRow(TestBroker broker) {
        DataSource source = withoutAutoCommit();
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(source);
        factory.setPersistenceProvider(new HibernatePersistenceProvider());
        factory.setJpaDialect(new HibernateJpaDialect());
        factory.setPackagesToScan("io.grape.spring.none");
        factory.setJpaPropertyMap(Map.of(AvailableSettings.ALLOW_METADATA_ON_BOOT, "true"));
        factory.afterPropertiesSet();
        try (EntityManagerFactory entities = factory.getNativeEntityManagerFactory()) {
            JpaTransactionManager transactions = new JpaTransactionManager(entities);
            transactions.setDataSource(source);
            transactions.setJpaDialect(new HibernateJpaDialect());
            transactions.afterPropertiesSet();
            run(broker, source, context -> {
                produceIn(transactions, context);
                assertThat(rows()).isEqualTo(1);
            });
        }
    }

    private static <T> T in(PlatformTransactionManager transactions, Supplier<T> work) {
        return Objects.requireNonNull(new TransactionTemplate(transactions).execute(status -> work.get()));
    }

    /** The job would be committed by the outer transaction, even if the inner one is rolled back. */
    @Test
    void transactionOfAnotherManagerWithinOneOfTheDataSourceIsRefused(TestBroker broker) {
        DataSource source = TestDatabase.POSTGRESQL.source();
        PlatformTransactionManager orders = new DataSourceTransactionManager(source);
        PlatformTransactionManager other = new DataSourceTransactionManager(TestDatabase.POSTGRESQL.source());
        ApplicationContextRunner runner = Contexts.of(broker)
                .withBean(DataSource.class, () -> source)
                .withBean("orders", PlatformTransactionManager.class, () -> orders)
                .withBean("other", PlatformTransactionManager.class, () -> other)
                .withPropertyValues(
                        "grape.outbox.create-table=true", "grape.outbox.table=" + table, "grape.outbox.relay=false");
        runner.run(context -> {
            TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
            Supplier<String> produce = () -> outbox.produce(ORDERS, "8812");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> in(orders, () -> in(other, produce)))
                        .isInstanceOf(IllegalTransactionStateException.class)
                        .hasMessageContaining("would follow the outer transaction");
                assertThat(rows()).isZero();
            }
            in(other, () -> in(orders, produce));
            in(orders, () -> in(orders, produce));
            in(orders, () -> in(other, () -> "nothing") + produce.get());
            TransactionTemplate own = new TransactionTemplate(orders);
            own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            in(orders, () -> own.execute(status -> produce.get()) + produce.get());
            own.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
            in(orders, () -> own.execute(status -> produce.get()) + produce.get());
            in(other, () -> in(orders, () -> in(other, () -> "nothing") + produce.get()));
            assertThat(rows()).isEqualTo(8);
        });
    }

    record Order(String id, long totalCents) {}

    @Test
    void outboxWritesWithTheMapperOfTheApplication(TestBroker broker) {
        DataSource source = withoutAutoCommit();
        ApplicationContextRunner runner = Contexts.of(broker)
                .withBean(DataSource.class, () -> source)
                .withBean(
                        ObjectMapper.class,
                        () -> new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE))
                .withPropertyValues(
                        "grape.outbox.create-table=true", "grape.outbox.table=" + table, "grape.outbox.relay=false");
        runner.run(context -> {
            new TransactionTemplate(new DataSourceTransactionManager(source))
                    .executeWithoutResult(status -> context.getBean(TransactionalOutbox.class)
                            .produce(Tube.of("orders", Order.class), new Order("8812", 5)));
            byte[] payload = new JdbcTemplate(TestDatabase.POSTGRESQL.source())
                    .queryForObject("SELECT payload FROM " + table, byte[].class);
            assertThat(new String(Objects.requireNonNull(payload), UTF_8))
                    .isEqualTo("{\"id\":\"8812\",\"total_cents\":5}");
        });
    }
}
