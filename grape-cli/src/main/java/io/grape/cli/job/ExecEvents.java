package io.grape.cli.job;

import io.grape.client.ClientEvents;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Says when consumes begin to fail, and when they succeed again. */
final class ExecEvents implements ClientEvents {
    private static final String OK = "ok";
    /** It ends. */
    private static final String CANCELLED = "cancelled";

    private final PrintStream err;
    private final AtomicReference<String> last = new AtomicReference<>(OK);

    ExecEvents(PrintStream err) {
        this.err = err;
    }

    @Override
    public void called(String call, String outcome, Duration took) {
        if (call.equals("consume")
                && !outcome.equals(CANCELLED)
                && !last.getAndSet(outcome).equals(outcome)) {
            err.println(
                    "grape: " + (outcome.equals(OK) ? "takes jobs again" : "takes no jobs, tries again: " + outcome));
        }
    }
}
