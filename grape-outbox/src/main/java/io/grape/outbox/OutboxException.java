package io.grape.outbox;

/**
 * The database failed, or the table of the outbox is not as it should be. Unchecked, because many transaction managers
 * commit after a checked exception.
 */
public final class OutboxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutboxException(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
