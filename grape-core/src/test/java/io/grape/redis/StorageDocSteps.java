package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Registry;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.StoreListener;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A store and a look at what it wrote, for what is held against docs/storage.md. */
abstract class StorageDocSteps {
    static final TubeName TUBE = new TubeName("orders");
    static final Instant T0 = Instant.parse("2030-01-01T00:00:00Z");
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final StorageDoc DOC = StorageDoc.read();
    final String namespace = TestRedis.newNamespace();
    final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    final Broker broker = store.broker();
    final RedisClientHandle client = RedisClientHandle.connect(TestRedis.uri(), TIMEOUT);

    final RedisClusterAsyncCommands<byte[], byte[]> redis =
            client.links().route(new byte[0]).join();

    @AfterEach
    void close() {
        client.close();
        store.close();
    }

    void timeIs(Instant now) {
        byte[] key = SettableClock.key(namespace, TUBE).getBytes(UTF_8);
        get(redis.set(key, Long.toString(now.toEpochMilli()).getBytes(UTF_8)));
    }

    void produce(NewJob... jobs) {
        get(broker.produce(TUBE, List.of(jobs))).forEach(outcome -> outcome.get());
    }

    static NewJob job(String id) {
        return NewJob.of(id(id), new Payload("{}".getBytes(UTF_8), Payload.JSON));
    }

    void acknowledge(Acknowledgement one) {
        get(broker.acknowledge(TUBE, List.of(one))).get(0).get();
    }

    /** A tube whose maker has died, and a removal that has. */
    void leaveHalfMade() {
        ScriptRunner runner =
                new ScriptRunner(client.links(), TIMEOUT, StoreListener.NONE, script -> script.text(SettableClock.LUA));
        Keys keys = new Keys(namespace);
        Args args =
                new Args().add(keys.tube(TUBE).jobPrefix()).add(keys.hints()).add(TUBE.value());
        args.add("token").add("ttr").add(60_000);
        get(runner.run(Script.ofTube("create"), keys.tube(TUBE).keys(), args));
        get(new Registry(runner, keys).condemn(TUBE));
    }

    /** One operation that has ended, and one that goes on. */
    void operate() {
        DueWindow window = new DueWindow(T0, T0.plus(HOUR));
        get(store.operations().begin(request(JobState.DELAYED, null, window)));
        OperationQueue work = store.operationWork();
        OperationTask taken = get(work.take()).orElseThrow();
        get(work.save(get(work.slice(taken, 1)).ended(OperationState.STOPPED, "enough")));
        get(store.operations().begin(request(JobState.FAILED, "broken", DueWindow.ANY)));
        produce(job("marked").due(Due.after(HOUR)));
    }

    private static OperationRequest request(JobState from, @Nullable String reason, DueWindow window) {
        return new OperationRequest(OperationKind.KICK, TUBE, from, reason, window, 5L, 100L, HOUR, 5L, "somebody");
    }

    byte[] key(String job) {
        return (namespace + ":{" + TUBE + "}:j:" + job).getBytes(UTF_8);
    }

    byte[] field(String job, String field) {
        return get(redis.hget(key(job), field.getBytes(UTF_8)));
    }

    List<String> keys() {
        List<String> keys = new ArrayList<>();
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            KeyScanCursor<byte[]> page = get(redis.scan(
                    cursor, ScanArgs.Builder.matches("*" + namespace + ":*").limit(1000)));
            page.getKeys().forEach(key -> keys.add(new String(key, UTF_8)));
            cursor = page;
        } while (!cursor.isFinished());
        keys.remove(SettableClock.key(namespace, TUBE));
        return keys;
    }

    /** A key with placeholders, as the page has it. */
    String pattern(String key) {
        return key.replace(namespace + ":", "<ns>:")
                .replace("{" + namespace, "{<ns>")
                .replace("{" + TUBE + "}", "{<T>}")
                .replaceFirst(":delay:[0-9]+$", ":delay:<P>")
                .replaceFirst(":j:.+$", ":j:<id>")
                .replaceFirst(":broker:.+$", ":broker:<broker>")
                .replaceFirst(":session:.+$", ":session:<sha256>")
                .replaceFirst(":throttle:.+$", ":throttle:<what>")
                .replaceFirst("(access}):known:.+$", "$1:known:<account>")
                .replaceFirst(":made:.+$", ":made:<maker>")
                .replaceFirst(":op:.+$", ":op:<O>");
    }
}
