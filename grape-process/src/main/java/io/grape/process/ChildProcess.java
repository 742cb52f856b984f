package io.grape.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A program that ends when this JVM ends, however that ends, and not before: a Ctrl-C in the terminal does not reach it.
 *
 * <p>Between the two stands a shell that waits for the end of its standard input, which this JVM holds. It is in a session of its
 * own, so that it is still there to end the program when the whole process group of this JVM is killed.
 */
public final class ChildProcess {
    /** What kills the whole process group of this JVM must not kill the shell with it. */
    private static final String APART = """
            if command -v setsid >/dev/null 2>&1; then
              exec setsid sh -c "$0" "$@"
            elif command -v perl >/dev/null 2>&1; then
              exec perl -MPOSIX -e 'POSIX::setsid(); exec { $ARGV[0] } @ARGV' sh -c "$0" "$@"
            fi
            exec sh -c "$0" "$@"
            """;

    /** A shell whose other end was collected would stop its program. */
    private static final Set<ChildProcess> RUNNING = ConcurrentHashMap.newKeySet();

    private static final long POLL_MILLIS = 20;

    private final Process shell;
    private final ProcessHandle program;
    private final Path log;

    private ChildProcess(Process shell, ProcessHandle program, Path log) {
        this.shell = shell;
        this.program = program;
        this.log = log;
    }

    /**
     * Starts a program; does not wait until it is of use.
     *
     * @param log what it says is written behind what this file holds
     * @param environment changes what it gets of this JVM's environment
     */
    public static ChildProcess start(Path log, List<String> command, Consumer<Map<String, String>> environment)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("sh", "-c", APART, script(), "run.sh", log.toString()));
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        environment.accept(builder.environment());
        Process shell = builder.start();
        ChildProcess child = new ChildProcess(shell, handle(shell), log);
        RUNNING.add(child);
        var unused = shell.onExit().thenRun(() -> RUNNING.remove(child));
        return child;
    }

    private static ProcessHandle handle(Process shell) throws IOException {
        String pid = shell.inputReader(US_ASCII).readLine();
        if (pid == null) {
            throw new IOException("the shell that runs a program did not start it");
        }
        return ProcessHandle.of(Long.parseLong(pid)).orElse(shell.toHandle());
    }

    private static String script() throws IOException {
        try (InputStream in = ChildProcess.class.getResourceAsStream("run.sh")) {
            if (in == null) {
                throw new IOException("no run.sh on the class path");
            }
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /** The program itself. */
    public ProcessHandle program() {
        return program;
    }

    public boolean isAlive() {
        return shell.isAlive();
    }

    /** What its log holds. */
    public String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "";
        }
    }

    /** Waits until it is ready. False when it ended before, or was not ready in time. */
    public boolean awaitReady(BooleanSupplier isReady, Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        try {
            while (!isReady.getAsBoolean()) {
                if (System.nanoTime() - deadline > 0 || shell.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits until the program has ended, and returns its exit status. */
    public int awaitExit() {
        return shell.onExit().join().exitValue();
    }

    /** Waits until the program has ended. False when it had not in time. */
    public boolean awaitExit(Duration most) {
        try {
            return shell.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends the program as SIGKILL does, and waits for that. */
    public void kill() {
        program.destroyForcibly();
        awaitExit();
    }

    /** As SIGTERM does; does not wait for it. */
    public void askToEnd() {
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            program.destroy();
        }
    }

    /** Asks the program to end, and kills it when it has not ended in time. False when it had to be killed. */
    public boolean end(Duration most) {
        askToEnd();
        boolean inTime = awaitExit(most);
        if (!inTime) {
            kill();
        }
        return inTime;
    }
}
