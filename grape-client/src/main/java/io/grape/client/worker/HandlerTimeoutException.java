package io.grape.client.worker;

import java.time.Duration;

/**
 * A handler took longer than its timeout. Nobody throws it: it is in the log, with where the handler was just then as its stack
 * trace, and the {@link Retry} treats it as what the handler threw, so {@link Retry#buryOn} may name it.
 */
public final class HandlerTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HandlerTimeoutException(Duration timeout, StackTraceElement[] at) {
        super("the handler took longer than " + timeout.toMillis() + " ms");
        setStackTrace(at);
    }
}
