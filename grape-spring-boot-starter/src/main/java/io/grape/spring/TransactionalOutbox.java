package io.grape.spring;

import io.grape.client.NewJob;
import io.grape.client.ProduceInterceptor;
import io.grape.client.ProduceScope;
import io.grape.client.ProduceScopes;
import io.grape.client.Tube;
import io.grape.outbox.Outbox;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Produces jobs in the current transaction of Spring: the job exists if and only if that is committed. It writes a row with the
 * connection of the transaction, and wakes the relay after the commit. See {@code docs/outbox.md}.
 */
public final class TransactionalOutbox {
    private final Outbox outbox;
    private final DataSource source;
    private final TransactionSynchronization wakes;
    private final List<ProduceInterceptor> interceptors;

    TransactionalOutbox(Outbox outbox, DataSource source, Runnable wake, List<ProduceInterceptor> interceptors) {
        this.outbox = outbox;
        this.source = source;
        this.interceptors = interceptors;
        this.wakes = new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                wake.run();
            }
        };
    }

    /** Produces a job that is due at once: {@link #produce(Tube, NewJob)}. */
    public <T> String produce(Tube<T> tube, T payload) {
        return produce(tube, NewJob.of(payload));
    }

    /**
     * Produces a job if the current transaction commits. Returns its id. Throws an IllegalTransactionStateException without a
     * transaction, in a listener of its end, and in a transaction that does not include the outbox's data source: a row written there
     * would never be committed. Otherwise throws as {@link Outbox#produce(Connection, Tube, NewJob)}.
     */
    public <T> String produce(Tube<T> tube, NewJob<? extends T> job) {
        return produceAll(tube, List.of(job)).get(0);
    }

    /** Produces many jobs, and returns their ids in order. See {@link #produce(Tube, NewJob)}. */
    public <T> List<String> produceAll(Tube<T> tube, List<? extends NewJob<? extends T>> jobs) {
        CurrentTransaction.require("call it in a @Transactional method");
        DataSourceTransaction.require(source);
        ProduceScope scope = ProduceScopes.begin(interceptors, tube, jobs);
        Throwable failure = null;
        try {
            Map<String, String> headers = scope.headers();
            return write(
                    tube, jobs.stream().map(job -> withHeaders(job, headers)).toList());
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            scope.ended(failure);
        }
    }

    /** The relay produces in another context, so what the interceptors add stands in the row. A header of the job itself wins. */
    private static <T> NewJob<T> withHeaders(NewJob<T> job, Map<String, String> headers) {
        NewJob<T> more = job;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            more = job.headers().containsKey(header.getKey()) ? more : more.header(header.getKey(), header.getValue());
        }
        return more;
    }

    private <T> List<String> write(Tube<T> tube, List<? extends NewJob<? extends T>> jobs) {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            List<String> ids = outbox.produceAll(connection, tube, jobs);
            if (!TransactionSynchronizationManager.getSynchronizations().contains(wakes)) {
                TransactionSynchronizationManager.registerSynchronization(wakes);
            }
            return ids;
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }
}
