package io.grape.client.worker;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks whose exceptions must not stop the caller. */
final class Safely {
    private static final Logger LOG = LoggerFactory.getLogger(Safely.class);

    private Safely() {}

    /** Runs it, and logs what it throws. */
    static void run(String what, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            log(what + " failed", e);
        }
    }

    /** The future of a call; a failed one if the call throws. */
    static <T> CompletableFuture<T> future(Supplier<CompletableFuture<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The cause of a failed stage, without the CompletionException around it. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Logs it; even the log may throw. */
    static void log(String message, Throwable failure) {
        try {
            LOG.error(message, failure);
        } catch (Throwable e) {
            // Nothing else can be done.
        }
    }
}
