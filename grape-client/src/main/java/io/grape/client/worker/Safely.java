package io.grape.client.worker;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what must not stop who runs it. */
final class Safely {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private Safely() {}

    /** Whatever it throws is logged. */
    static void run(String what, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            log(what + " failed", e);
        }
    }

    /** A log that throws is one of the things that fail. */
    static void log(String message, Throwable failure) {
        try {
            LOG.error(message, failure);
        } catch (Throwable e) {
            // There is nobody left to tell.
        }
    }
}
