package io.grape.cli.admin;

import io.grape.cli.call.ExitCode;
import io.grape.cli.terminal.Plain;
import io.grape.cli.terminal.Terminal;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.OperationStatus;
import java.time.Duration;

/** Follows an operation until it has ended. The operation does not need that. */
final class OperationProgress {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String CLEAR = "\r\u001b[K";

    private final Grape grape;
    private final Terminal terminal;

    OperationProgress(Grape grape, Terminal terminal) {
        this.grape = grape;
        this.terminal = terminal;
    }

    static OperationStatus get(Grape grape, String id) {
        return grape.operations()
                .get(id)
                .orElseThrow(() -> new GrapeException(ErrorCode.NOT_FOUND, "there is no operation '" + id + "'"));
    }

    /** Only a stopped, cancelled or failed one is an error. */
    static int exitCode(OperationStatus operation) {
        return switch (operation.state()) {
            case CANCELLED, STOPPED, FAILED -> ExitCode.ERROR;
            case RUNNING, PAUSED, DONE, UNKNOWN -> ExitCode.OK;
        };
    }

    /** Shows how far it is, and returns its end. Ctrl-C ends this and not the operation. */
    OperationStatus follow(String id) throws InterruptedException {
        Thread interrupted = new Thread(() -> terminal.err().println(System.lineSeparator() + goesOn(id)));
        Runtime.getRuntime().addShutdownHook(interrupted);
        try {
            OperationStatus operation = get(grape, id);
            while (operation.isOpen()) {
                show(operation);
                Thread.sleep(PAUSE.toMillis());
                operation = get(grape, id);
            }
            clear();
            return operation;
        } catch (GrapeException e) {
            clear();
            terminal.err().println(goesOn(id));
            throw e;
        } finally {
            remove(interrupted);
        }
    }

    /** How to see and to end it. */
    static String goesOn(String id) {
        return Plain.text("operation " + id + " goes on: grape operation show " + id
                + " --follow, or grape operation cancel " + id);
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends: the hook says so.
            return;
        }
    }

    private void show(OperationStatus operation) {
        if (terminal.isInteractive()) {
            Duration eta = operation.eta();
            terminal.err()
                    .print(CLEAR + operation.done() + " of " + operation.matching() + " done, " + operation.skipped()
                            + " skipped" + (eta == null ? "" : ", " + eta.toSeconds() + " s left")
                            + (operation.state() == OperationStatus.State.PAUSED ? " (paused)" : ""));
            terminal.err().flush();
        }
    }

    private void clear() {
        if (terminal.isInteractive()) {
            terminal.err().print(CLEAR);
            terminal.err().flush();
        }
    }
}
