package io.grape.client.worker;

import java.time.Duration;

/**
 * A handler took longer than its timeout. It is never thrown. It is logged with the handler's stack at that moment, and
 * the {@link Retry} treats it as the handler's exception, so {@link Retry#buryOn} may name it.
 */
public final class HandlerTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HandlerTimeoutException(Duration timeout, StackTraceElement[] at) {
        super("the handler took longer than " + timeout.toMillis() + " ms");
        setStackTrace(at);
    }
}
