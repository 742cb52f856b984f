package io.grape.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A command that runs on a payload. What it writes to its standard error is passed on, and its last line kept. */
final class ChildProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final Process process;
    private final Thread input;
    private final Thread errors;
    private volatile String lastError = "";

    private ChildProcess(Process process, byte[] payload, PrintStream err) {
        this.process = process;
        this.input = thread("grape-exec-in", () -> write(payload));
        this.errors = thread("grape-exec-err", () -> copy(err));
    }

    /** Starts it. Its standard output is that of this process. */
    static ChildProcess start(String command, Map<String, String> env, byte[] payload, PrintStream err)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", command).redirectOutput(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(env);
        return new ChildProcess(builder.start(), payload, err);
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void write(byte[] payload) {
        try (OutputStream to = process.getOutputStream()) {
            to.write(payload);
        } catch (IOException e) {
            // It does not read its input: that is its business.
        }
    }

    private void copy(PrintStream err) {
        try (BufferedReader from = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                err.println(line);
                lastError = line.isBlank() ? lastError : line.strip();
            }
        } catch (IOException e) {
            // It was killed.
        }
    }

    /** Waits for its end. An interrupt ends it. */
    int exitCode() throws InterruptedException {
        int code = process.waitFor();
        // A process that it left behind may hold the other end of the pipe.
        errors.join(TimeUnit.SECONDS.toMillis(1));
        return code;
    }

    /** The last line of its standard error that is not blank; empty if there is none. */
    String lastError() {
        return lastError;
    }

    /** It, and what it started. */
    private List<ProcessHandle> all() {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
    }

    /** Asks it, and what it started, to end. */
    void terminate() {
        all().forEach(ProcessHandle::destroy);
    }

    /** Ends it, and what it started; by force what does not end within five seconds. */
    @Override
    public void close() {
        boolean isInterrupted = Thread.interrupted();
        if (process.isAlive()) {
            // Those whose parent ends first are nobody's descendants afterwards.
            List<ProcessHandle> all = all();
            all.forEach(ProcessHandle::destroy);
            isInterrupted |= !haveEnded(all);
            all.forEach(each -> {
                each.descendants().forEach(ProcessHandle::destroyForcibly);
                each.destroyForcibly();
            });
        }
        input.interrupt();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for their ends, but not for ever. False if it was interrupted. */
    private static boolean haveEnded(List<ProcessHandle> all) {
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
