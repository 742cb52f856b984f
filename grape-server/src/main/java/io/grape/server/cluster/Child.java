package io.grape.server.cluster;

import io.grape.process.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program of the cluster: started again when it ends by itself, and ended with this process, however that ends.
 */
final class Child implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Child.class);
    private static final HttpClient PROBE =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
    private static final long STEP_MILLIS = 50;
    private static final long PAUSE_MILLIS = 500;
    /** A broker takes up to ten. */
    private static final Duration STOP = Duration.ofSeconds(12);

    private final Program program;
    private final Path directory;
    private @Nullable ChildProcess child;
    private boolean closing;

    /** What to run, under which name. */
    record Program(String name, List<String> command, Map<String, String> environment) {
        Program {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }
    }

    Child(Program program, Path directory) {
        this.program = program;
        this.directory = directory;
    }

    /** Does not wait until it answers. Does nothing once it was closed. */
    synchronized void start() throws IOException {
        if (closing) {
            return;
        }
        child = ChildProcess.start(log(), program.command(), environment -> {
            // What it says there is in the environment already, and a flag may have been given over it.
            environment.remove("GRAPE_CONFIG");
            environment.putAll(program.environment());
        });
        Files.writeString(pidFile(), child.program().pid() + "\n");
    }

    private Path log() {
        return directory.resolve(program.name() + ".log");
    }

    private Path pidFile() {
        return directory.resolve(program.name() + ".pid");
    }

    /**
     * Waits until it says that it is ready; from then on it is started again whenever it ends. Fails when it ends before, or is
     * not ready in time.
     */
    void keepOnceReady(String uri, Duration most) throws IOException {
        URI ready = URI.create(uri + "/health/ready");
        long end = System.nanoTime() + most.toNanos();
        while (!answers(ready)) {
            if (!running().isAlive()) {
                throw new IOException(
                        program.name() + " ended with status " + running().awaitExit() + ", see " + log());
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException(program.name() + " is not ready after " + most.toSeconds() + " s, see " + log());
            }
            pause(STEP_MILLIS);
        }
        // No daemon: this process lives as long as there is somebody to look after.
        new Thread(this::keep, "keep-" + program.name()).start();
    }

    private static boolean answers(URI ready) throws IOException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(ready).timeout(PROBE_TIMEOUT).build();
            return PROBE.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the cluster was starting", e);
        } catch (IOException e) {
            return false;
        }
    }

    private synchronized ChildProcess running() throws IOException {
        if (child == null) {
            throw new IOException("the cluster was ended while it was starting");
        }
        return child;
    }

    private void keep() {
        while (true) {
            try {
                int status = running().awaitExit();
                if (isClosing()) {
                    return;
                }
                LOG.warn("{} ended with status {}, starting it again log={}", program.name(), status, log());
                pause(PAUSE_MILLIS);
                start();
            } catch (IOException e) {
                LOG.error("{} cannot be started again, trying on", program.name(), e);
            }
        }
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private synchronized boolean isClosing() {
        return closing;
    }

    /** As SIGTERM does. */
    synchronized void askToEnd() {
        closing = true;
        if (child != null) {
            child.askToEnd();
        }
    }

    private synchronized @Nullable ChildProcess last() {
        return child;
    }

    /** Asks it to end, and waits for that before it kills it. */
    @Override
    public void close() {
        askToEnd();
        ChildProcess last = last();
        if (last != null && !last.end(STOP)) {
            LOG.warn("{} did not end in {} s, it was killed", program.name(), STOP.toSeconds());
        }
    }
}
