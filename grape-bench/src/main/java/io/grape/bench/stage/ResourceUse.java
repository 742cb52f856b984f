package io.grape.bench.stage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** What several processes use over a while. */
public final class ResourceUse {
    private static final double MICROS = 1e6;
    private static final double KIB = 1024;
    /** Calls of one life that run a script for its job: produce, consume, finish. */
    private static final int CALLS_OF_A_LIFE = 3;

    private final Map<String, Counter> cpu = new LinkedHashMap<>();
    private final Counter scriptRuns = new Counter();
    private final Counter allocated = new Counter();

    /** What grows, and how much it was when the while began. */
    private static final class Counter {
        private DoubleSupplier source = () -> Double.NaN;
        private double before = Double.NaN;

        private static Counter of(DoubleSupplier source) {
            Counter counter = new Counter();
            counter.source = source;
            return counter;
        }

        private void begin() {
            before = source.getAsDouble();
        }

        private double more() {
            return source.getAsDouble() - before;
        }
    }

    /** Watches this process, as the generator. */
    public ResourceUse() {
        this("generator", ProcessHandle.current());
    }

    private ResourceUse(String name, ProcessHandle process) {
        process(name, process);
    }

    /** Watches a client in a process of its own instead of this one, and its compiler as part of it. */
    public static ResourceUse client(ProcessHandle process) {
        // Not by thread: the threads of a client may end before they are seen.
        return new ResourceUse("client", process);
    }

    /** Watches the CPU of a process of this machine. */
    public ResourceUse process(String name, ProcessHandle process) {
        cpu.put(name, Counter.of(() -> seconds(process)));
        return this;
    }

    /** Watches the CPU of a process of this machine and of those that it started. */
    public ResourceUse tree(String name, ProcessHandle process) {
        cpu.put(name, Counter.of(new ProcessTree(process)::cpuSeconds));
        return this;
    }

    /** Watches the CPU of a broker, that of its compiler apart: how much of it there is depends on how long it has run. */
    public ResourceUse broker(ProcessHandle process) {
        ThreadCpu threads = new ThreadCpu(process);
        cpu.put("broker", Counter.of(() -> threads.seconds(thread -> !ThreadCpu.isCompiler(thread))));
        cpu.put("jit", Counter.of(() -> threads.seconds(ThreadCpu::isCompiler)));
        return this;
    }

    /** Watches how much memory a broker allocates. */
    public ResourceUse allocations(Allocations of) {
        allocated.source = of::bytes;
        return this;
    }

    /** Watches a Redis, wherever it is. */
    public ResourceUse redis(Redis redis) {
        cpu.put("redis", Counter.of(() -> redis.port().cpuSeconds()));
        scriptRuns.source = redis::scriptRuns;
        return this;
    }

    /** Seconds of CPU that a process has used since it began. */
    public static double seconds(ProcessHandle process) {
        return ProcessTree.cpuSeconds(process);
    }

    /** The while begins. */
    public ResourceUse start() {
        cpu.values().forEach(Counter::begin);
        scriptRuns.begin();
        allocated.begin();
        return this;
    }

    /** Seconds of CPU that each used since the start. */
    public Map<String, Double> used() {
        Map<String, Double> used = new LinkedHashMap<>();
        cpu.forEach((name, counter) -> used.put(name, counter.more()));
        return used;
    }

    /** What each life took since the start, of what is watched: CPU, memory; and how many jobs were in a run of a script. */
    public Map<String, Double> perLife(double lives) {
        Map<String, Double> figures = new LinkedHashMap<>();
        used().forEach((name, seconds) -> figures.put(name + " us", seconds * MICROS / lives));
        put(figures, "jobs/run", CALLS_OF_A_LIFE * lives / scriptRuns.more());
        put(figures, "allocated KiB", allocated.more() / KIB / lives);
        return figures;
    }

    private static void put(Map<String, Double> figures, String name, double value) {
        if (!Double.isNaN(value)) {
            figures.put(name, value);
        }
    }
}
