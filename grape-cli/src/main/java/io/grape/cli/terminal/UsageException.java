package io.grape.cli.terminal;

/** What was typed is not right: exit code 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says what was expected, and what came. */
    public UsageException(String message) {
        super(message, null, false, false);
    }
}
