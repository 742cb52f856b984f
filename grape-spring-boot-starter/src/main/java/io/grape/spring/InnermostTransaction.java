package io.grape.spring;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Knows which transaction of the thread began last. Spring does not tell: if a transaction of one manager begins within that of
 * another, the resources of both are bound to the thread. It listens to all managers that are beans.
 */
final class InnermostTransaction implements TransactionExecutionListener, BeanPostProcessor {
    private static final ThreadLocal<Deque<TransactionExecution>> BEGUN = ThreadLocal.withInitial(ArrayDeque::new);

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager
                && !manager.getTransactionExecutionListeners().contains(this)) {
            manager.addListener(this);
        }
        return bean;
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
        if (beginFailure == null) {
            BEGUN.get().push(transaction);
        }
    }

    @Override
    public void afterCommit(TransactionExecution transaction, @Nullable Throwable commitFailure) {
        end(transaction);
    }

    @Override
    public void afterRollback(TransactionExecution transaction, @Nullable Throwable rollbackFailure) {
        end(transaction);
    }

    private static void end(TransactionExecution transaction) {
        Deque<TransactionExecution> begun = BEGUN.get();
        begun.removeIf(one -> one == transaction || one.isCompleted());
        if (begun.isEmpty()) {
            BEGUN.remove();
        }
    }

    /** Whether a transaction began last that does not commit this connection. False if no manager is listened to. */
    static boolean isOther(ConnectionHolder holder) {
        Deque<TransactionExecution> begun = BEGUN.get();
        begun.removeIf(TransactionExecution::isCompleted);
        if (begun.isEmpty()) {
            BEGUN.remove();
            return false;
        }
        return begun.peek() instanceof DefaultTransactionStatus status
                && status.hasTransaction()
                && !(status.getTransaction() instanceof JdbcTransactionObjectSupport of
                        && of.hasConnectionHolder()
                        && of.getConnectionHolder() == holder);
    }
}
