package io.grape.spring;

import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transaction of the calling thread. */
final class CurrentTransaction {
    private CurrentTransaction() {}

    /**
     * Throws an IllegalTransactionStateException without one, and while the end of one is told: what is written then is in no
     * transaction, although its connection is still there.
     */
    static void require(String otherwise) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalTransactionStateException(
                    "expected a transaction, got none, or one that has ended: " + otherwise);
        }
    }
}
