package io.grape.bench.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How often the threads of a process gave up their CPU to wait, as Linux counts it: each is a wake-up that follows. Threads that start
 * and end between two readings are not counted. Elsewhere the figure is NaN.
 */
public final class ContextSwitches {
    private static final Pattern VOLUNTARY = Pattern.compile("(?m)^voluntary_ctxt_switches:\\s+([0-9]+)$");

    private final Path tasks;
    private final Map<Path, Long> seen = new HashMap<>();
    private double total;

    public ContextSwitches(ProcessHandle process) {
        this.tasks = Path.of("/proc", Long.toString(process.pid()), "task");
    }

    /** The number so far, since this was created. */
    public synchronized double voluntary() {
        if (!Files.isDirectory(tasks)) {
            return Double.NaN;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            threads.forEach(this::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return total;
    }

    private void read(Path thread) {
        try {
            Matcher line = VOLUNTARY.matcher(Files.readString(thread.resolve("status")));
            if (line.find()) {
                long now = Long.parseLong(line.group(1));
                Long last = seen.put(thread, now);
                // Linux gives the id of a thread that has ended to another one.
                total += last == null || last > now ? now : now - last;
            }
        } catch (IOException e) {
            // The thread has just ended.
        }
    }
}
