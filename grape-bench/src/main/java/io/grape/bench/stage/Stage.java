package io.grape.bench.stage;

import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import io.grape.harness.RunningBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Everything that one scenario runs on. Closing it, or the end of this process by Ctrl-C, ends all processes and removes what
 * they wrote; in a Redis that was named, the keys of its own namespace, and sets what was set there as it was.
 */
public final class Stage implements AutoCloseable {
    /** How long a broker may take to end before it is killed. */
    private static final Duration STOP = Duration.ofSeconds(10);

    private final StageSettings settings;
    private final Path directory;
    private final Cleanup cleanup;
    private final Redis redis;
    private final String namespace;
    private int brokers;
    private int loads;
    private int servers;

    private Stage(StageSettings settings, Path directory, Cleanup cleanup, Redis redis) {
        this.settings = settings;
        this.directory = directory;
        this.cleanup = cleanup;
        this.redis = redis;
        this.namespace = settings.redis().isEmpty()
                ? "grape"
                : "bench-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    /** Starts Redis, or finds the one that is named. */
    public static Stage open(StageSettings settings) {
        try {
            Path directory = Files.createTempDirectory("grape-bench-");
            Cleanup cleanup = Cleanup.of(directory);
            try {
                return open(settings, directory, cleanup);
            } catch (RuntimeException e) {
                cleanup.close();
                throw e;
            }
        } catch (IOException e) {
            throw new HarnessFailure("no temporary directory: " + e.getMessage(), e);
        }
    }

    private static Stage open(StageSettings settings, Path directory, Cleanup cleanup) {
        if (settings.redis().isEmpty()) {
            Redis redis = Redis.start(directory);
            cleanup.add(redis::close);
            return new Stage(settings, directory, cleanup, redis);
        }
        Redis redis = Redis.named(settings.redis());
        Stage stage = new Stage(settings, directory, cleanup, redis);
        cleanup.add(redis::close);
        cleanup.add(() -> redis.removeKeys("*" + stage.namespace + "*"));
        return stage;
    }

    public Redis redis() {
        return redis;
    }

    /** Starts a broker, on the Redis of this stage. */
    public RunningBroker broker() {
        return broker(redis.uri(), "--console-port=-1");
    }

    /** Starts one that also has a console. */
    public RunningBroker brokerWithConsole() {
        return broker(redis.uri(), "--console-port=0");
    }

    /** Starts one that also speaks the protocol of beanstalkd. */
    public RunningBroker brokerWithBeanstalkd() {
        return broker(redis.uri(), "--console-port=-1", "--beanstalkd-port=0");
    }

    /** Starts a Redis Cluster, beside the Redis of this stage. */
    public Cluster cluster() {
        Cluster cluster = Cluster.start(directory);
        cleanup.add(cluster::close);
        return cluster;
    }

    /** Starts a broker on a Redis Cluster. */
    public RunningBroker broker(Cluster cluster) {
        return broker(cluster.uri(), "--console-port=-1");
    }

    private RunningBroker broker(String uri, String... ports) {
        List<String> arguments = new ArrayList<>(
                List.of("--http-port=0", "--redis=" + uri, "--namespace=" + namespace, "--redis-wait-ms=5000"));
        arguments.addAll(List.of(ports));
        Path output = directory.resolve("broker" + brokers++ + ".log");
        RunningBroker broker = RunningBroker.start(settings.program(), arguments, output);
        cleanup.add(() -> broker.end(STOP));
        return broker.awaitReady();
    }

    /** Looks at what is slow in Redis for as long as this stage is open. */
    public SlowLog slowLog() {
        return SlowLog.begin(redis, cleanup);
    }

    /** Starts a browser; without one on this machine it says loudly that no page is looked at. */
    public Optional<Chromium> chromium() {
        Optional<Path> program = Chromium.program().or(() -> Packages.need("chromium"));
        if (program.isEmpty()) {
            System.err.println("grape bench: SKIPPED: no Chromium on the PATH, so the console is NOT measured"
                    + " (Debian: apt install chromium; elsewhere Chrome as google-chrome)");
        }
        return program.map(found -> {
            Chromium chromium = Chromium.start(found);
            cleanup.add(chromium::close);
            return chromium;
        });
    }

    /** Starts a beanstalkd; without one on this machine it says loudly that there is no pairing. */
    public Optional<Beanstalkd> beanstalkd() {
        Optional<Path> program = Packages.need("beanstalkd");
        if (program.isEmpty()) {
            System.err.println("grape bench: SKIPPED: beanstalkd is not installed, so NOTHING is paired with it");
        }
        return program.map(found -> {
            Beanstalkd beanstalkd = Beanstalkd.start(found, directory);
            cleanup.add(beanstalkd::close);
            return beanstalkd;
        });
    }

    /** Starts a broker with a Redis of its own behind it. */
    public QueueServer grapeServer() {
        Redis own = ownRedis();
        RunningBroker broker = broker(own.uri(), "--console-port=-1");
        return redisServer(own).behind(broker.http(), broker.process(), () -> broker.end(STOP));
    }

    /** Starts a Redis for a queue that is a library. */
    public QueueServer redisServer() {
        return redisServer(ownRedis());
    }

    private QueueServer redisServer(Redis own) {
        ProcessHandle process =
                own.process().orElseThrow(() -> new HarnessFailure("the process of a Redis is not to be seen"));
        return QueueServer.of(own.uri(), process, own::settledMemory, own::close);
    }

    private Redis ownRedis() {
        Redis own = Redis.start(newDirectory("redis"));
        cleanup.add(own::close);
        return own;
    }

    private Path newDirectory(String name) {
        try {
            return Files.createDirectories(directory.resolve(name + servers++));
        } catch (IOException e) {
            throw new HarnessFailure("no directory for a server: " + e.getMessage(), e);
        }
    }

    /** Starts a beanstalkd as a queue; empty without one on this machine. */
    public Optional<QueueServer> beanstalkdServer() {
        return Packages.need("beanstalkd").map(found -> {
            Beanstalkd beanstalkd = Beanstalkd.start(found, newDirectory("beanstalkd"));
            cleanup.add(beanstalkd::close);
            return QueueServer.of(
                    "tcp://127.0.0.1:" + beanstalkd.address().getPort(),
                    beanstalkd.process(),
                    beanstalkd::residentBytes,
                    beanstalkd::close);
        });
    }

    /** Starts a RabbitMQ; empty without one on this machine. */
    public Optional<QueueServer> rabbitMq() {
        return RabbitMq.program().map(found -> added(RabbitMq.start(found, newDirectory("rabbitmq"))));
    }

    /** Starts a PostgreSQL; empty without one on this machine. */
    public Optional<QueueServer> postgres() {
        return Postgres.programs().map(found -> {
            Path data =
                    Path.of(System.getProperty("java.io.tmpdir"), directory.getFileName() + "-postgres" + servers++);
            cleanup.add(() -> Programs.run("rm", "-rf", data.toString()));
            return added(Postgres.start(found, data, directory.resolve("postgres.log")));
        });
    }

    private QueueServer added(QueueServer server) {
        cleanup.add(server::close);
        return server;
    }

    /**
     * Starts a program that loads a queue through its client library.
     *
     * @param command the program and its arguments
     */
    public LoadProcess load(List<String> command) {
        LoadProcess load = LoadProcess.start(command, directory.resolve("load" + loads++ + ".log"));
        cleanup.add(load::close);
        return load;
    }

    /** Starts a server of HTTP with fixed responses, whose jobs have a payload of that many bytes. */
    public Floor fixedHttp(int payload) {
        return fixed(FixedServer.HTTP, payload);
    }

    /** The same of beanstalkd's protocol. */
    public Floor fixedLines(int payload) {
        return fixed(FixedServer.LINES, payload);
    }

    private Floor fixed(String protocol, int payload) {
        Floor floor = Floor.start(protocol, payload, directory);
        cleanup.add(floor::close);
        return floor;
    }

    @Override
    public void close() {
        cleanup.close();
    }
}
