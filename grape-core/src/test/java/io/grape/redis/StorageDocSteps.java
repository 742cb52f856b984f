package io.grape.redis;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.catalog.TubeFields.EXPIRES_AFTER;
import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.catalog.TubeFields.KEEP_FINISHED;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_BYTES;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_MAX;
import static io.grape.catalog.TubeFields.KEEP_PAYLOAD;
import static io.grape.catalog.TubeFields.RESULT_MAX_BYTES;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
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
import java.util.Map;
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
        get(store.operations().begin(request(JobState.DELAYED, null, window, TagFilter.ANY)));
        OperationQueue work = store.operationWork();
        OperationTask taken = get(work.take()).orElseThrow();
        get(work.save(get(work.slice(taken, 1)).ended(OperationState.STOPPED, "enough")));
        get(store.operations().begin(request(JobState.FAILED, "broken", DueWindow.ANY, new TagFilter("a", "eu"))));
        produce(job("marked").due(Due.after(HOUR)));
        moveHere();
    }

    /** One that moves a job here, and goes on. */
    private void moveHere() {
        TubeName other = new TubeName("other");
        get(store.tubes().create(other, TubeSettings.DEFAULT));
        get(broker.produce(other, List.of(job("moved").due(Due.after(HOUR)))));
        OperationRequest move = new OperationRequest(
                OperationKind.MOVE,
                other,
                JobState.DELAYED,
                null,
                DueWindow.ANY,
                TagFilter.ANY,
                null,
                null,
                Duration.ZERO,
                TUBE,
                null,
                null);
        get(store.operations().begin(move));
        OperationQueue work = store.operationWork();
        OperationTask task = get(work.take()).orElseThrow();
        while (!task.request().equals(move)) {
            task = get(work.take()).orElseThrow();
        }
        get(work.slice(task, 1));
        get(store.tubes().delete(other));
    }

    private static OperationRequest request(JobState from, @Nullable String reason, DueWindow window, TagFilter tags) {
        return new OperationRequest(
                OperationKind.KICK, TUBE, from, reason, window, tags, 5L, 100L, HOUR, null, 5L, "somebody");
    }

    private static NewJob keyed(String id, String key) {
        return job(id).tags(new JobTags(key, List.of()));
    }

    private void share(KeySettings settings, Runnable look) {
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(settings)));
        look.run();
    }

    /** What only a tube with keys has; it ends without them. */
    void shareByKeys(Runnable look) {
        share(KeySteps.FAIR, look);
        share(new KeySettings(KeyOrder.TIME, null, 1000.0, 10, true, OnFailure.BLOCK, null), look);
        produce(
                keyed("quick", "a"),
                keyed("slow", "b"),
                keyed("stuck", "c"),
                keyed("rests", "d").priority(6));
        get(store.jobKeys().put(TUBE, "a", new KeyOverride(2.0, null, null, null, null, false)));
        get(broker.consume(TUBE, 3, Duration.ZERO));
        timeIs(T0.plusMillis(10));
        produce(keyed("quick-too", "a"), keyed("waits", "e").weight(5));
        look.run();
        acknowledge(new Acknowledgement.Finish(id("quick"), Lease.CURRENT));
        timeIs(T0.plusSeconds(1));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        acknowledge(new Acknowledgement.Finish(id("slow"), Lease.CURRENT));
        acknowledge(new Acknowledgement.Release(id("rests"), Lease.CURRENT, Duration.ofMinutes(1), null, HOUR));
        look.run();
        get(broker.consume(TUBE, 2, Duration.ZERO));
        acknowledge(new Acknowledgement.Bury(id("stuck"), Lease.CURRENT, "broken", null));
        // More leases than a switch goes through bring it, see KeyEdgesContract.
        byte[] tube = (namespace + ":{" + TUBE + "}:tube").getBytes(UTF_8);
        get(redis.hset(tube, "uncounted".getBytes(UTF_8), "0".getBytes(UTF_8)));
        look.run();
        timeIs(T0.minusSeconds(2));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        look.run();
        for (String id : List.of("stuck", "rests", "quick-too", "waits")) {
            get(broker.delete(TUBE, id(id), true));
        }
        timeIs(T0);
        share(KeySettings.OFF, look);
    }

    /** What only a tube with gates has. */
    void holdAtAGate(Runnable look) {
        GateRequest held = new GateRequest(GateMatch.label("held"), GateMode.HOLD, null, "", "");
        get(store.gates().put(TUBE, "g", held));
        produce(job("gated").tags(new JobTags(null, List.of("held"))));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        look.run();
        get(store.gates().put(TUBE, "h", new GateRequest(GateMatch.label("held"), GateMode.DROP, null, "", "")));
        get(store.gates().lift(TUBE, "g"));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        look.run();
        get(store.gates().lift(TUBE, "h"));
    }

    /** What only a tube has that remembers ids. */
    void rememberIds(Runnable look) {
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(DEDUP_WINDOW, HOUR)));
        produce(job("remembered").dedup(HOUR));
        get(broker.take(TUBE, id("remembered")));
        look.run();
        acknowledge(new Acknowledgement.Finish(id("remembered"), Lease.CURRENT));
        // A full Redis brings it, see DedupTest.
        byte[] tube = (namespace + ":{" + TUBE + "}:tube").getBytes(UTF_8);
        get(redis.hincrby(tube, "unremembered".getBytes(UTF_8), 1));
        look.run();
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(DEDUP_WINDOW, Duration.ZERO)));
    }

    /** What only a tube has that keeps finished jobs. */
    void keepFinished(Runnable look) {
        get(store.tubes()
                .configure(
                        TUBE,
                        TubeSettingsChange.of(KEEP_FINISHED, HOUR)
                                .and(KEEP_FINISHED_MAX, 100)
                                .and(KEEP_FINISHED_BYTES, 1_000_000L)
                                .and(KEEP_PAYLOAD, true)
                                .and(RESULT_MAX_BYTES, 1000)));
        produce(NewJob.of(id("kept-large"), Payload.binary(new byte[2000]))
                .tags(new JobTags("ann", List.of("eu")))
                .headers(new Headers(Map.of("traceparent", "00-1-2-01"))));
        get(broker.take(TUBE, id("kept-large")));
        acknowledge(new Acknowledgement.Bury(id("kept-large"), Lease.CURRENT, "", null));
        get(broker.kick(TUBE, id("kept-large"), Duration.ZERO));
        get(broker.take(TUBE, id("kept-large")));
        get(store.results().state(TUBE, id("kept-large"), HOUR));
        acknowledge(
                new Acknowledgement.Finish(id("kept-large"), Lease.CURRENT, Payload.binary("done".getBytes(UTF_8))));
        // A full Redis brings one, the self-check of very many the other.
        byte[] tube = (namespace + ":{" + TUBE + "}:tube").getBytes(UTF_8);
        get(redis.hincrby(tube, "unkept".getBytes(UTF_8), 1));
        get(redis.hset(tube, "recount".getBytes(UTF_8), "0 0".getBytes(UTF_8)));
        look.run();
    }

    /** What only a tube has whose jobs expire. */
    void expire(Runnable look) {
        get(store.tubes()
                .configure(TUBE, TubeSettingsChange.of(EXPIRES_AFTER, HOUR).and(EXPIRE_TO, "bury")));
        produce(job("brief"));
        look.run();
        get(broker.delete(TUBE, id("brief"), false));
        get(store.tubes()
                .configure(
                        TUBE,
                        TubeSettingsChange.of(EXPIRES_AFTER, Duration.ZERO).and(EXPIRE_TO, "drop")));
    }

    /** What only a tube has in which a job follows another. */
    void follow(Runnable look) {
        NewJob debounced = job("debounced").due(Due.after(HOUR)).debounce(HOUR);
        produce(debounced);
        get(broker.take(TUBE, id("debounced")));
        produce(debounced);
        look.run();
        get(broker.delete(TUBE, id("debounced"), true));
    }

    /** What only a tube with schedules has. */
    void schedule(Runnable look) {
        ScheduleSpec oneAtATime = ScheduleSteps.everyMinute(WhileRunning.QUEUE, null);
        get(store.schedules().put(TUBE, "s", ScheduleSteps.request(oneAtATime), null));
        JobId first = id("s~" + get(store.schedules().get(TUBE, "s")).expected());
        get(broker.kick(TUBE, first, Duration.ZERO));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        look.run();
        ScheduleSpec changed = ScheduleSteps.everyMinute(WhileRunning.QUEUE, 7);
        get(store.schedules().put(TUBE, "s", ScheduleSteps.request(changed), null));
        JobId second = id("s~" + get(store.schedules().get(TUBE, "s")).expected());
        get(broker.kick(TUBE, second, Duration.ZERO));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        look.run();
        get(store.schedules().put(TUBE, "s", ScheduleSteps.request(oneAtATime), null));
        JobId third = id("s~" + get(store.schedules().get(TUBE, "s")).expected());
        get(broker.take(TUBE, third));
        acknowledge(new Acknowledgement.Bury(third, Lease.CURRENT, "", null));
        look.run();
        get(broker.delete(TUBE, third, false));
        acknowledge(new Acknowledgement.Finish(first, Lease.CURRENT));
        get(broker.delete(TUBE, second, false));
        get(store.schedules().delete(TUBE, "s", null));
        get(store.scheduleTicks().tick(TUBE));
    }

    /** A lane that never gets its turn. */
    void stallALane() {
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(KeySteps.FAIR)));
        produce(keyed("stalled", "z"));
        byte[] coming = (namespace + ":{" + TUBE + "}:coming").getBytes(UTF_8);
        get(redis.zrem(coming, "1024:z".getBytes(UTF_8)));
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
                .replaceFirst(":delay:[0-9]+:.+$", ":delay:<P>:<K>")
                .replaceFirst(":(turn|owed):.+$", ":$1:<P>")
                .replaceFirst(":(held|prios):.+$", ":$1:<K>")
                .replaceFirst(":gated:.+$", ":gated:<G>")
                .replaceFirst(":seen:[0-9]+$", ":seen:<ms>")
                .replaceFirst(":([sw]):.+$", ":$1:<S>")
                .replaceFirst(":j:.+$", ":j:<id>")
                .replaceFirst(":f:.+$", ":f:<id>")
                .replaceFirst(":broker:.+$", ":broker:<broker>")
                .replaceFirst(":session:.+$", ":session:<sha256>")
                .replaceFirst(":throttle:.+$", ":throttle:<what>")
                .replaceFirst("(access}):known:.+$", "$1:known:<account>")
                .replaceFirst("(quotas}):(used|flight):.+$", "$1:$2:<client>")
                .replaceFirst(":made:.+$", ":made:<maker>")
                .replaceFirst(":op:.+$", ":op:<O>");
    }
}
