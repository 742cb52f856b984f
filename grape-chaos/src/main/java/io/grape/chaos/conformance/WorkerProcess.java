package io.grape.chaos.conformance;

import io.grape.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A worker, started by a command of the shell. */
final class WorkerProcess implements AutoCloseable {
    /**
     * Runs the command, and passes SIGTERM on to its process group, whose leader this shell is. No shell in between ends by that
     * signal: it would leave the worker behind that it waits for.
     */
    private static final String SHELL = """
            trap 'trap : TERM; kill -TERM -$$' TERM
            (trap : TERM; eval "$0") &
            worker=$!
            wait $worker
            status=$?
            while kill -0 $worker 2>/dev/null; do
              wait $worker
              status=$?
            done
            exit $status
            """;

    private final Path log;
    private final ChildProcess process;

    private WorkerProcess(Path log, ChildProcess process) {
        this.log = log;
        this.process = process;
    }

    static WorkerProcess start(String command, Map<String, String> environment) throws IOException {
        Path log = Files.createTempFile("grape-worker-", ".out");
        try {
            return new WorkerProcess(
                    log,
                    ChildProcess.start(
                            log, List.of("sh", "-c", SHELL, command), variables -> variables.putAll(environment)));
        } catch (IOException e) {
            Files.delete(log);
            throw e;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until something is so. False when it ended before, or that took too long. */
    boolean await(BooleanSupplier isSo, Duration most) {
        return process.awaitReady(isSo, most) || isSo.getAsBoolean();
    }

    /** Waits until it has ended. False when it had not in time. */
    boolean awaitExit(Duration most) {
        return process.awaitExit(most);
    }

    /** How it ended, for people; waits for that. */
    String end() {
        List<String> lines = process.output().lines().toList();
        String said = switch (lines.size()) {
            case 0 -> "nothing";
            case 1 -> lines.get(0);
            default -> lines.get(0) + " … " + lines.get(lines.size() - 1);
        };
        return "ended with status " + process.awaitExit() + " and said: " + said;
    }

    /** Sends SIGTERM, and does not wait. */
    void terminate() {
        process.program().destroy();
    }

    /** Kills it and all that it started. */
    void kill() {
        process.program().descendants().forEach(ProcessHandle::destroyForcibly);
        process.kill();
    }

    @Override
    public void close() throws IOException {
        kill();
        Files.delete(log);
    }
}
