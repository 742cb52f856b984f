package io.grape.bench.scenario;

import io.grape.bench.stage.ContextSwitches;
import io.grape.bench.stage.LoadProcess;
import io.grape.bench.stage.QueueServer;
import io.grape.bench.stage.Redis;
import io.grape.bench.stage.ResourceUse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A program that loads a queue through its client library, and what each job takes of it and of the servers behind it. */
final class ClientUse implements AutoCloseable {
    private static final double MICROS = 1e6;
    private static final double KIB = 1024;

    private final LoadProcess load;
    private final ResourceUse cpu;
    private final Map<String, ContextSwitches> switches = new LinkedHashMap<>();

    ClientUse(LoadProcess load) {
        this.load = load;
        this.cpu = ResourceUse.client(load.process());
        switches.put("client", new ContextSwitches(load.process()));
    }

    ClientUse broker(ProcessHandle process) {
        cpu.broker(process);
        switches.put("broker", new ContextSwitches(process));
        return this;
    }

    ClientUse redis(Redis redis) {
        cpu.redis(redis);
        redis.process().ifPresent(process -> switches.put("redis", new ContextSwitches(process)));
        return this;
    }

    ClientUse server(QueueServer server) {
        server.processes().forEach(cpu::tree);
        return this;
    }

    /** One run. */
    Map<String, Double> run(Duration duration) {
        cpu.start();
        Map<String, Double> before = new LinkedHashMap<>();
        switches.forEach((name, counter) -> before.put(name, counter.voluntary()));
        Map<String, Double> seen = load.run(duration);
        Map<String, Double> used = cpu.used();
        double jobs = seen.getOrDefault("jobs", Double.NaN);
        Map<String, Double> figures = new LinkedHashMap<>(seen);
        figures.keySet().removeAll(List.of("jobs", "allocated bytes", "threads"));
        used.forEach((name, seconds) -> figures.put(name + " us", seconds * MICROS / jobs));
        figures.put(
                "sum us",
                used.values().stream().mapToDouble(Double::doubleValue).sum() * MICROS / jobs);
        figures.put("allocated KiB", seen.getOrDefault("allocated bytes", Double.NaN) / KIB / jobs);
        figures.put("threads", seen.getOrDefault("threads", Double.NaN) / jobs);
        switches.forEach((name, counter) ->
                figures.put(name + " switches", (counter.voluntary() - before.getOrDefault(name, Double.NaN)) / jobs));
        return figures;
    }

    @Override
    public void close() {
        load.close();
    }
}
