package io.grape.redis;

import io.grape.core.Broker;
import io.grape.core.Brokers;
import io.grape.core.Hints;
import io.grape.core.Tubes;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Everything that Grape keeps in one Redis, standalone, under Sentinel or as a Cluster. Thread-safe. */
public final class RedisStore implements AutoCloseable {
    private static final String LISTPACK_VALUE = "hash-max-listpack-value";
    private static final Script CHECK = Script.ofRegistry("check");

    /**
     * How to use a Redis.
     *
     * @param uri {@code redis://}, {@code rediss://}, {@code redis-sentinel://h1,h2#master} or {@code redis-cluster://h1,h2}
     * @param namespace what every key begins with
     * @param broker the name of this process among the brokers, unique to this run of it
     * @param timeout the deadline of one call to Redis
     * @param deadAfter how long a broker may be silent before the others look after its leases
     */
    public record Options(String uri, String namespace, String broker, Duration timeout, Duration deadAfter) {
        public Options {
            namespace = Keys.checked(namespace);
        }
    }

    private final Topology topology;
    private final ScriptRunner runner;
    private final Keys keys;
    private final Tubes tubes;
    private final Broker broker;
    private final Brokers brokers;
    private final Hints hints;

    RedisStore(Topology topology, Options options, StoreListener listener, Function<Script, Script.Text> assembly) {
        this(topology, options, listener, assembly, Runnable::run);
    }

    private RedisStore(
            Topology topology,
            Options options,
            StoreListener listener,
            Function<Script, Script.Text> assembly,
            Executor endOfTurn) {
        this.topology = topology;
        this.keys = new Keys(options.namespace());
        this.runner = new ScriptRunner(topology.links(), options.timeout(), listener, assembly);
        TubeScripts scripts = new TubeScripts(runner, keys, endOfTurn);
        this.tubes = new RedisTubes(scripts, runner, keys);
        this.broker = new RedisBroker(scripts, tubes);
        this.brokers = new RedisBrokers(runner, keys, options.broker(), options.deadAfter());
        this.hints = new RedisHints(topology.links().pubSub(), keys.hints(), options.timeout());
    }

    /** Fails with BAD_REQUEST where this is no URI of a Redis, without telling its password. */
    public static void checkUri(String uri) {
        RedisAddress.parse(uri);
    }

    /**
     * Connects; blocks. Throws STORE_UNAVAILABLE when Redis cannot be reached, BAD_REQUEST when the options are not right.
     *
     * @param loops those on which the calls are made; they outlive the store. Calls of one turn of a loop share a run of a script
     */
    public static RedisStore open(Options options, StoreListener listener, EventLoopGroup loops) {
        SharedLoops shared = new SharedLoops(loops);
        Topology topology = Topology.connect(
                options.uri(), options.timeout(), ClientResources.builder().eventLoopGroupProvider(shared));
        return new RedisStore(topology, options, listener, script -> script.text(Script.CLOCK), shared);
    }

    /** The same for who has no event loops. */
    public static RedisStore open(Options options, StoreListener listener) {
        return open(options, listener, Script.CLOCK);
    }

    static RedisStore open(Options options, StoreListener listener, String clock) {
        Topology topology = Topology.connect(options.uri(), options.timeout());
        return new RedisStore(topology, options, listener, script -> script.text(clock));
    }

    public Broker broker() {
        return broker;
    }

    public Tubes tubes() {
        return tubes;
    }

    public Brokers brokers() {
        return brokers;
    }

    public Hints hints() {
        return hints;
    }

    /** Runs a real script that writes: fails when no job could be taken or given out now. */
    public CompletionStage<Void> check() {
        return runner.run(CHECK, keys.registry(), new Args()).thenAccept(reply -> {});
    }

    /** What a Redis says of itself, {@code redis_version} to {@code 7.0.15} and so on; of a cluster, one of its nodes. */
    public CompletionStage<Map<String, String>> info() {
        return runner.call("info", keys.tubes(), redis -> redis.info()).thenApply(RedisStore::fields);
    }

    /** Its setting {@code hash-max-listpack-value}, on which the size of jobs hangs; empty where it is not told. */
    public CompletionStage<Optional<Long>> largestListpackValue() {
        return runner.call("config", keys.tubes(), redis -> redis.configGet(LISTPACK_VALUE))
                .handle((found, denied) -> denied == null
                        ? Optional.ofNullable(found.get(LISTPACK_VALUE)).map(Long::valueOf)
                        : Optional.empty());
    }

    private static Map<String, String> fields(String info) {
        return info.lines()
                .filter(line -> !line.startsWith("#") && line.contains(":"))
                .map(line -> line.split(":", 2))
                .collect(Collectors.toMap(field -> field[0], field -> field[1], (first, again) -> first));
    }

    @Override
    public void close() {
        topology.close();
    }
}
