package io.grape.bench.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.Stream;

/** What is left to be stopped and removed. Does so when it is closed, and else when this process ends, by Ctrl-C too. */
final class Cleanup implements AutoCloseable {
    private final Path directory;
    private final Deque<Runnable> left = new ArrayDeque<>();
    private final Thread hook = new Thread(this::run, "cleanup");

    private Cleanup(Path directory) {
        this.directory = directory;
    }

    /** Of a directory, which goes last. */
    static Cleanup of(Path directory) {
        Cleanup cleanup = new Cleanup(directory);
        Runtime.getRuntime().addShutdownHook(cleanup.hook);
        return cleanup;
    }

    /** Adds something that is to be done before all that was added so far. */
    synchronized void add(Runnable action) {
        left.push(action);
    }

    private synchronized void run() {
        while (!left.isEmpty()) {
            try {
                left.pop().run();
            } catch (RuntimeException e) {
                System.err.println("grape bench: could not clean up: " + e.getMessage());
            }
        }
        // A program that was just starting has not been added yet; it ends with this JVM.
        removeDirectory();
    }

    private void removeDirectory() {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("grape bench: could not remove " + directory + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        run();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs, and finds nothing more to do.
            return;
        }
    }
}
