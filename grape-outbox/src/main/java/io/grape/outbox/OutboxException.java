package io.grape.outbox;

import java.sql.BatchUpdateException;
import java.sql.SQLException;

/**
 * The database failed, or the table of the outbox is not as it should be. Unchecked, because many transaction managers
 * commit after a checked exception.
 */
public final class OutboxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private OutboxException(String message, SQLException cause) {
        super(message + ": " + cause.getMessage(), cause);
    }

    /** Without the values of the statement: a payload may hold personal data, and exceptions are logged. */
    static OutboxException of(String what, SQLException failure) {
        return new OutboxException(what, withoutValues(failure));
    }

    /**
     * The message of a failed batch shows the whole statement, and what the database said is the next exception. PostgreSQL shows
     * the row that a constraint refuses in the lines after the first one.
     */
    private static SQLException withoutValues(SQLException failure) {
        SQLException next = failure instanceof BatchUpdateException ? failure.getNextException() : null;
        SQLException plain = next == null ? failure : next;
        String message = String.valueOf(plain.getMessage());
        int end = message.indexOf('\n');
        if (end < 0) {
            return plain;
        }
        SQLException first = new SQLException(message.substring(0, end), plain.getSQLState(), plain.getErrorCode());
        first.setStackTrace(plain.getStackTrace());
        return first;
    }
}
