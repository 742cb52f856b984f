package io.grape.bench.stage;

import io.grape.harness.HarnessFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A process and those that it started, as a server has that starts one for each connection. */
final class ProcessTree {
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+([0-9]+) kB$");

    private final ProcessHandle root;
    /** By process: what one had used when it was last seen counts after its end, too. */
    private final Map<Long, Double> seen = new HashMap<>();

    ProcessTree(ProcessHandle root) {
        this.root = root;
    }

    private Stream<ProcessHandle> all() {
        return Stream.concat(Stream.of(root), root.descendants());
    }

    /** Seconds of CPU that they have used. */
    synchronized double cpuSeconds() {
        all().forEach(process -> seen.merge(process.pid(), cpuSeconds(process), Math::max));
        return seen.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Seconds of CPU that one process has used since it began. */
    static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** The memory of those that run. */
    double residentBytes() {
        return all().mapToLong(process -> residentBytes(process)).sum();
    }

    /** The memory of one process. */
    static long residentBytes(ProcessHandle process) {
        try {
            Matcher line = RESIDENT.matcher(Files.readString(Path.of("/proc", Long.toString(process.pid()), "status")));
            return line.find() ? 1024 * Long.parseLong(line.group(1)) : 0;
        } catch (IOException e) {
            throw new HarnessFailure("cannot see the memory of a process: " + e.getMessage(), e);
        }
    }

    /** Kills all of them. */
    void kill() {
        all().toList().forEach(ProcessHandle::destroyForcibly);
    }
}
