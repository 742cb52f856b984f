package io.grape.spring;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Tube;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Produces jobs after the commit of the current transaction, and not at all if that is rolled back. It is best effort: a crash after
 * the commit, or an outage of all brokers, loses the job. {@link TransactionalOutbox} loses none.
 */
public final class AfterCommit {
    private static final Logger LOG = LoggerFactory.getLogger(AfterCommit.class);

    private final Grape grape;

    /** By this client. */
    public AfterCommit(Grape grape) {
        this.grape = grape;
    }

    /** Produces a job that is due at once: {@link #produce(Tube, NewJob)}. */
    public <T> CompletableFuture<Produced> produce(Tube<T> tube, T payload) {
        return produce(tube, NewJob.of(payload));
    }

    /**
     * Produces a job once the transaction has committed. Its delay counts from then. Returns at once. The future ends after the
     * commit, so do not wait for it in the transaction; it is cancelled by a rollback, also of a nested transaction. A failure is
     * logged.
     *
     * <p>Throws an IllegalTransactionStateException without a transaction, and in a listener of its end.
     */
    public <T> CompletableFuture<Produced> produce(Tube<T> tube, NewJob<? extends T> job) {
        CurrentTransaction.require("there, use Grape.produce");
        CompletableFuture<Produced> result = new CompletableFuture<>();
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            /** Those that were made since. */
            private final Set<Object> later = Collections.newSetFromMap(new IdentityHashMap<>());

            @Override
            public void savepoint(Object savepoint) {
                later.add(savepoint);
            }

            @Override
            public void savepointRollback(Object savepoint) {
                if (!later.contains(savepoint)) {
                    result.cancel(false);
                }
            }

            /**
             * Unlike afterCommit, it is called although another synchronization failed, and if it was registered after the commit.
             * It does not wait: this thread still holds its connection of the database.
             */
            @Override
            public void afterCompletion(int status) {
                if (status != STATUS_COMMITTED) {
                    result.cancel(false);
                } else if (!result.isCancelled()) {
                    send(tube, job, result);
                }
            }
        });
        return result;
    }

    private <T> void send(Tube<T> tube, NewJob<? extends T> job, CompletableFuture<Produced> result) {
        var unused = sent(tube, job).whenComplete((produced, failure) -> {
            if (failure == null) {
                result.complete(produced);
            } else {
                LOG.error("a job of a committed transaction was not produced tube={} id={}", tube, job.id(), failure);
                result.completeExceptionally(failure);
            }
        });
    }

    /** Never throws: Spring would only log that, and the caller would wait forever. A fake or a mock of a test may throw or return null. */
    @SuppressWarnings("ConstantValue")
    private <T> CompletableFuture<Produced> sent(Tube<T> tube, NewJob<? extends T> job) {
        try {
            return Objects.requireNonNull(
                    Objects.requireNonNull(grape.async(), "Grape.async() returned null")
                            .produce(tube, job),
                    "AsyncGrape.produce returned null");
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
