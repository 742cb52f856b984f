package io.grape.bench.stage;

import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.Sleep;
import io.grape.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Redis under the brokers: one that is named, else Debian's, else the embedded one. */
public final class Redis implements AutoCloseable {
    private static final String PROGRAM = "redis-server";
    /** As a Redis for real work is set, see docs/operations.md. */
    private static final List<String> SETTINGS = List.of(
            "--appendonly", "yes",
            "--appendfsync", "everysec",
            "--save", "",
            "--hash-max-listpack-value", "4096",
            "--zset-max-listpack-entries", "0");

    private static final long POLL_MILLIS = 500;
    private static final int MAX_CHECKS = 240;
    private static final double STILL = 0.0002;

    private final String uri;
    private final String kind;
    private final Runnable stop;
    private final RedisPort port;

    private Redis(String uri, String kind, Runnable stop) {
        this.uri = uri;
        this.kind = kind;
        this.stop = stop;
        this.port = RedisPort.to(uri);
    }

    static Redis named(String uri) {
        return new Redis(uri, "given", () -> {});
    }

    /** Starts one in a directory of its own. */
    static Redis start(Path directory) {
        Optional<Path> program = Packages.need(PROGRAM);
        if (program.isEmpty()) {
            System.err.println("grape bench: no redis-server on this machine, so the embedded Redis is measured");
        }
        RedisNode node = node(directory, FreePorts.one());
        return new Redis(node.uri(), program.map(Path::toString).orElse("embedded"), node::close);
    }

    /** Starts a node with the settings of all of them and some of its own. */
    static RedisNode node(Path directory, int port, String... own) {
        String[] settings = Stream.concat(SETTINGS.stream(), Stream.of(own)).toArray(String[]::new);
        return Programs.find(PROGRAM)
                .map(program -> RedisNode.start(program, directory, port, settings))
                .orElseGet(() -> RedisNode.start(directory, port, settings));
    }

    public String uri() {
        return uri;
    }

    /** Whose it is, and of which version. */
    public String description() {
        return port.infoText("server", "redis_version") + " " + kind + " " + port.infoText("memory", "mem_allocator")
                + " appendonly=" + port.infoText("persistence", "aof_enabled");
    }

    /** How often each command was called so far, those of scripts included. */
    public Map<String, Double> commands() {
        return port.commands();
    }

    /** How many scripts it has run so far. */
    double scriptRuns() {
        Map<String, Double> calls = commands();
        return calls.getOrDefault("evalsha", 0.0) + calls.getOrDefault("fcall", 0.0);
    }

    /** Its process, if it runs on this machine. */
    public Optional<ProcessHandle> process() {
        return ProcessHandle.of((long) port.info("server", "process_id"))
                .filter(process -> process.info().command().orElse("").contains("redis")
                        || process.info().command().orElse("").contains("valkey"));
    }

    /** Waits until it does nothing in the background and its memory stays as it is. */
    public void settle() {
        settledMemory();
    }

    /** The memory that is used once it has settled. */
    public double settledMemory() {
        double last = Double.NaN;
        for (int look = 0; look < MAX_CHECKS; look++) {
            Sleep.millis(POLL_MILLIS);
            double now = port.info("memory", "used_memory");
            if (!isBusy() && Math.abs(now - last) < STILL * now) {
                return now;
            }
            last = now;
        }
        System.err.println("grape bench: the memory of Redis did not settle");
        return last;
    }

    private boolean isBusy() {
        return port.info("persistence", "aof_rewrite_in_progress") > 0
                || port.info("persistence", "aof_rewrite_scheduled") > 0
                || port.info("persistence", "rdb_bgsave_in_progress") > 0;
    }

    /** It does nothing for so long, a second from now. */
    public void pause(Duration time) {
        Thread pause = new Thread(
                () -> {
                    Sleep.millis(1000);
                    port.ask().clientPause(time.toMillis());
                },
                "pause");
        pause.setDaemon(true);
        pause.start();
    }

    /** Removes all keys that a pattern fits. */
    void removeKeys(String pattern) {
        port.removeKeys(pattern);
    }

    /** A connection for what it says about itself. */
    public RedisPort port() {
        return port;
    }

    @Override
    public void close() {
        port.close();
        stop.run();
    }
}
