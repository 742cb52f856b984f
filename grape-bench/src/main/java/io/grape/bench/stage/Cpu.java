package io.grape.bench.stage;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** How much CPU several processes use over a while. */
public final class Cpu {
    private final Map<String, DoubleSupplier> processes = new LinkedHashMap<>();
    private final Map<String, Double> before = new LinkedHashMap<>();

    /** Watches this process, as the generator. */
    public Cpu() {
        process("generator", ProcessHandle.current());
    }

    /** Watches a process of this machine. */
    public Cpu process(String name, ProcessHandle process) {
        processes.put(name, () -> seconds(process));
        return this;
    }

    /** Watches a Redis, wherever it is. */
    public Cpu redis(Redis redis) {
        processes.put("redis", () -> redis.port().cpuSeconds());
        return this;
    }

    private static double seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** The while begins. */
    public Cpu start() {
        processes.forEach((name, seconds) -> before.put(name, seconds.getAsDouble()));
        return this;
    }

    /** Seconds that each used since the start. */
    public Map<String, Double> used() {
        Map<String, Double> used = new LinkedHashMap<>();
        processes.forEach(
                (name, seconds) -> used.put(name, seconds.getAsDouble() - before.getOrDefault(name, Double.NaN)));
        return used;
    }
}
