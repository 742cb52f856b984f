package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A process of ours, and what it says. */
final class Child implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long STOP_SECONDS = 10;
    private static final long PAUSE_MILLIS = 20;

    private static final Set<Child> ALIVE = ConcurrentHashMap.newKeySet();

    private final Process process;
    private final Path output;

    private Child(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts it; both its outputs go to {@code output}. */
    static Child start(List<String> command, Path output) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            Child child = new Child(process, output);
            ALIVE.add(child);
            return child;
        } catch (IOException e) {
            throw new StageFailure("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    /** Waits until it is ready, and fails with what it said when it ends before. */
    void await(BooleanSupplier ready) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!ready.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new StageFailure(
                        "did not start: " + process.info().commandLine().orElse("") + "\n" + output());
            }
            Pause.millis(PAUSE_MILLIS);
        }
    }

    String output() {
        try {
            return Files.readString(output, UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Asks it to end, and ends it when it does not. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        ALIVE.remove(this);
    }

    /** Ends it at once. */
    void kill() {
        process.destroyForcibly();
        ALIVE.remove(this);
    }

    /** Ends all that were started and not closed. */
    static void killAll() {
        ALIVE.forEach(Child::kill);
    }
}
