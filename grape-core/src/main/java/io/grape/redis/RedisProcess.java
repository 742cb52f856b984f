package io.grape.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A {@code redis-server} that ends when this JVM ends, however that ends, and not before: a Ctrl-C in the terminal does not
 * reach it.
 *
 * <p>Between the two stands a shell that waits for the end of its standard input, which this JVM holds.
 */
final class RedisProcess implements AutoCloseable {
    /** A shell whose other end was collected would stop its Redis. */
    private static final Set<RedisProcess> RUNNING = ConcurrentHashMap.newKeySet();

    private static final long STOP_SECONDS = 10;
    private static final long LOAD_MINUTES = 10;

    private final Process shell;
    private final ProcessHandle redis;
    private final Path log;

    private RedisProcess(Process shell, ProcessHandle redis, Path log) {
        this.shell = shell;
        this.redis = redis;
        this.log = log;
    }

    /** Starts {@code redis-server} with these arguments; does not wait until it answers. */
    static RedisProcess start(Path log, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script(), "run.sh", log.toString()));
        command.add(RedisBinary.path().toString());
        command.addAll(arguments);
        Process shell = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        RedisProcess process = new RedisProcess(shell, handle(shell), log);
        RUNNING.add(process);
        return process;
    }

    private static ProcessHandle handle(Process shell) throws IOException {
        BufferedReader out = shell.inputReader(US_ASCII);
        String pid = out.readLine();
        if (pid == null) {
            throw new IOException("the shell that runs Redis did not start it");
        }
        return ProcessHandle.of(Long.parseLong(pid)).orElse(shell.toHandle());
    }

    private static String script() throws IOException {
        try (InputStream in = RedisProcess.class.getResourceAsStream("/redis/run.sh")) {
            if (in == null) {
                throw new IOException("no redis/run.sh on the class path");
            }
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /** Redis itself. */
    ProcessHandle redis() {
        return redis;
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    /** Waits until Redis has loaded its data. */
    void awaitAnswer(int port) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LOAD_MINUTES);
        while (!RedisProbe.of(port).isReady(redis.pid())) {
            if (!isAlive() || System.nanoTime() > deadline) {
                close();
                throw new IOException("Redis did not start, see " + log);
            }
            pause();
        }
    }

    static void pause() throws IOException {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Redis was starting", e);
        }
    }

    /** Asks Redis to stop, which writes what it has to its file, and waits up to ten seconds before it ends it. */
    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            redis.destroy();
        }
        try {
            if (!shell.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                redis.destroyForcibly();
                shell.waitFor();
            }
        } catch (InterruptedException e) {
            redis.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        RUNNING.remove(this);
    }
}
