package io.grape.client.worker;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task whose exceptions must not stop the caller. */
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

    /** Logs it; even the log may throw. */
    static void log(String message, Throwable failure) {
        try {
            LOG.error(message, failure);
        } catch (Throwable e) {
            // Nothing else can be done.
        }
    }
}
