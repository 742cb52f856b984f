package io.grape.bench.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The CPU of the threads of a process, as Linux counts it. Elsewhere that of the process is the one of a thread without a name. */
final class ThreadCpu {
    private final ProcessHandle process;
    private final Path tasks;
    /** By thread: what one had used when it was last seen counts after its end, too. */
    private final Map<Path, Used> seen = new HashMap<>();

    private record Used(String name, double seconds) {}

    ThreadCpu(ProcessHandle process) {
        this.process = process;
        this.tasks = Path.of("/proc", Long.toString(process.pid()), "task");
    }

    /** True for a thread of the JVM that compiles. */
    static boolean isCompiler(String thread) {
        return thread.startsWith("C1 Compiler") || thread.startsWith("C2 Compiler");
    }

    /** Seconds that the threads of some names have used. */
    synchronized double seconds(Predicate<String> names) {
        if (!Files.isDirectory(tasks)) {
            double all = process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
            return names.test("") ? all : 0;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            threads.forEach(this::look);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return seen.values().stream()
                .filter(used -> names.test(used.name()))
                .mapToDouble(Used::seconds)
                .sum();
    }

    private void look(Path thread) {
        try {
            String nanos = Files.readString(thread.resolve("schedstat")).split(" ", 2)[0];
            seen.put(thread, new Used(Files.readString(thread.resolve("comm")).strip(), Long.parseLong(nanos) / 1e9));
        } catch (IOException e) {
            // It has just ended: what it used until the last look stays.
        }
    }
}
