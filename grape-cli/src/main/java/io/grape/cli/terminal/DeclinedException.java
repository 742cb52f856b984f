package io.grape.cli.terminal;

/** A person was asked, and did not agree. */
public final class DeclinedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DeclinedException() {
        super("nothing was changed", null, false, false);
    }
}
