package io.grape.spring;

import java.lang.reflect.Method;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ReflectionUtils;

/** The transaction of the calling thread, as far as one data source is part of it. */
final class DataSourceTransaction {
    /** Protected, and no public method says the same. {@link ClientHints} names it for native images. */
    private static final Method IS_ACTIVE =
            Objects.requireNonNull(ReflectionUtils.findMethod(ConnectionHolder.class, "isTransactionActive"));

    static {
        ReflectionUtils.makeAccessible(IS_ACTIVE);
    }

    private DataSourceTransaction() {}

    /**
     * Throws an IllegalTransactionStateException unless the current transaction commits the connection of this data source. The
     * transaction of another manager does not: Spring opens a second connection for its duration, and nothing commits that one. If it
     * runs within a transaction of this data source, the connection is that of the outer one, which may commit although the inner
     * one is rolled back.
     */
    static void require(DataSource source) {
        Object bound = TransactionSynchronizationManager.getResource(target(source));
        if (bound instanceof ConnectionHolder outer && isCommitted(outer) && InnermostTransaction.isOther(outer)) {
            throw new IllegalTransactionStateException(
                    "expected a transaction of the outbox's data source, got one of another transaction manager within it: the job"
                            + " would follow the outer transaction. Produce it in the method of the outer transaction, or name the"
                            + " manager of that data source in @Transactional. The data source: " + source);
        }
        if (!(bound instanceof ConnectionHolder holder && isCommitted(holder))) {
            throw new IllegalTransactionStateException(
                    "expected a transaction of the outbox's data source, got one of another transaction manager: a row written"
                            + " there would never be committed. Name the manager of that data source in @Transactional, or declare"
                            + " the data source of this transaction for the outbox. The data source: " + source);
        }
    }

    /** The transaction manager binds what this proxy stands for. */
    private static DataSource target(DataSource source) {
        return source instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? target(proxy.getTargetDataSource())
                : source;
    }

    /**
     * The manager of JDBC transactions marks its holder as active; those of JPA and Hibernate do not synchronize theirs. A connection
     * that was merely used while another manager's transaction ran is synchronized, and not active.
     */
    private static boolean isCommitted(ConnectionHolder holder) {
        return !holder.isSynchronizedWithTransaction()
                || Boolean.TRUE.equals(ReflectionUtils.invokeMethod(IS_ACTIVE, holder));
    }
}
