package io.grape.cli.job;

import io.grape.cli.terminal.Terminal;
import io.grape.client.ClientEvents;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Says when consumes begin to fail, and when they succeed again. */
final class ExecEvents implements ClientEvents {
    private static final String OK = "ok";
    /** It ends. */
    private static final String CANCELLED = "cancelled";

    private final Terminal terminal;
    private final AtomicReference<String> last = new AtomicReference<>(OK);

    ExecEvents(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void called(String call, String outcome, Duration took) {
        if (call.equals("consume")
                && !outcome.equals(CANCELLED)
                && !last.getAndSet(outcome).equals(outcome)) {
            terminal.warn(outcome.equals(OK) ? "takes jobs again" : "takes no jobs, tries again: " + outcome);
        }
    }
}
