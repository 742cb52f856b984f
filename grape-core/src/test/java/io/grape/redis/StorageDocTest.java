package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Acknowledgement;
import io.grape.core.Broker;
import io.grape.core.Due;
import io.grape.core.ErrorCode;
import io.grape.core.Job;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.NewJob;
import io.grape.core.OnDuplicate;
import io.grape.core.Payload;
import io.grape.core.TubeName;
import io.grape.core.TubeSettings;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** docs/storage.md names every key and field that there is, and none that there is not. */
final class StorageDocTest {
    private static final TubeName TUBE = new TubeName("orders");
    private static final Instant T0 = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final StorageDoc DOC = StorageDoc.read();

    private final String namespace = TestRedis.newNamespace();
    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final Broker broker = store.broker();
    private final Topology topology = Topology.connect(TestRedis.uri(), TIMEOUT);
    private final RedisClusterAsyncCommands<byte[], byte[]> redis =
            topology.route(new byte[0]).join();

    private final Map<String, String> keysSeen = new HashMap<>();
    private final Map<String, Set<String>> fieldsSeen = new HashMap<>();
    private final Set<Long> lives = new TreeSet<>();

    @AfterEach
    void close() {
        topology.close();
        store.close();
    }

    private void timeIs(Instant now) {
        byte[] key = SettableClock.key(namespace, TUBE).getBytes(UTF_8);
        get(redis.set(key, Long.toString(now.toEpochMilli()).getBytes(UTF_8)));
    }

    private void produce(NewJob... jobs) {
        get(broker.produce(TUBE, List.of(jobs))).forEach(outcome -> outcome.get());
    }

    private static NewJob job(String id) {
        return NewJob.of(id(id), new Payload("{}".getBytes(UTF_8), Payload.JSON));
    }

    private void acknowledge(Acknowledgement one) {
        get(broker.acknowledge(TUBE, List.of(one))).get(0).get();
    }

    private List<String> keys() {
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

    /** Notes what is there now. */
    private void look() {
        for (String key : keys()) {
            byte[] raw = key.getBytes(UTF_8);
            String pattern = pattern(key);
            String type = get(redis.type(raw));
            assertThat(keysSeen.put(pattern, type)).as(key).isIn(null, type);
            lives.add(get(redis.pttl(raw)));
            if (type.equals("hash")) {
                get(redis.hkeys(raw))
                        .forEach(field -> fieldsSeen
                                .computeIfAbsent(pattern, name -> new TreeSet<>())
                                .add(new String(field, UTF_8)));
            }
        }
    }

    /** A key with placeholders, as the page has it. */
    private String pattern(String key) {
        return key.replace(namespace + ":", "<ns>:")
                .replace("{" + namespace, "{<ns>")
                .replace("{" + TUBE + "}", "{<T>}")
                .replaceFirst(":delay:[0-9]+$", ":delay:<P>")
                .replaceFirst(":j:.+$", ":j:<id>")
                .replaceFirst(":broker:.+$", ":broker:<broker>");
    }

    /** Does everything that can be done, and looks in between. */
    private void doEverything() {
        timeIs(T0);
        get(store.brokers().beat());
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.tubes().configure(TUBE, TubeSettings.ENDLESS));
        get(store.brokers().announce(TUBE));
        produce(
                job("finished"),
                job("released"),
                job("buried"),
                job("late").ttr(Duration.ofSeconds(1)),
                job("discarded"),
                job("kept"),
                job("deleted"));
        get(broker.consume(TUBE, 6, Duration.ZERO));
        produce(
                job("urgent").priority(5),
                job("urgent-too").priority(5),
                job("coming").priority(7).due(Due.after(HOUR)));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        look();
        get(broker.consume(TUBE, 1000, Duration.ofSeconds(30)));
        look();
        acknowledge(new Acknowledgement.Finish(id("finished"), Lease.CURRENT));
        acknowledge(new Acknowledgement.Release(id("released"), Lease.CURRENT, HOUR, null));
        acknowledge(new Acknowledgement.Bury(id("buried"), Lease.CURRENT, "broken", null));
        acknowledge(new Acknowledgement.Bury(id("discarded"), Lease.CURRENT, "", null));
        acknowledge(new Acknowledgement.Touch(id("kept"), Lease.CURRENT));
        get(broker.discard(TUBE, id("discarded")));
        get(broker.delete(TUBE, id("deleted"), true));
        look();
        get(broker.kick(TUBE, id("buried"), HOUR));
        get(store.tubes().pause(TUBE, HOUR, "maintenance"));
        timeIs(T0.plusSeconds(1));
        get(store.tubes().migrate(TUBE));
        produce(job("ready").priority(5));
        get(store.tubes().resume(TUBE));
        get(store.tubes().pause(TUBE, null, "more maintenance"));
        look();
        get(store.check());
    }

    private void removeHalfOfIt() {
        produce(IntStream.range(0, 100).mapToObj(i -> job("many-" + i)).toArray(NewJob[]::new));
        Keys.TubeKeys ofTube = new Keys(namespace).tube(TUBE);
        Args args = new Args().add(ofTube.jobPrefix()).add("begin").add(10);
        ScriptRunner runner = new ScriptRunner(
                topology.links(), TIMEOUT, StoreListener.NONE, script -> script.text(SettableClock.LUA));
        assertThat(get(runner.run(Script.ofTube("purge"), ofTube.keys(), args)).text(1))
                .isEqualTo("more");
        look();
    }

    @Test
    void everyKeyAndFieldIsOnThePageAndNoneOnThePageIsMissing() {
        doEverything();
        removeHalfOfIt();
        assertThat(keysSeen).isEqualTo(DOC.keys());
        assertThat(fieldsSeen.keySet()).containsExactlyInAnyOrder("<ns>:{<T>}:tube", "<ns>:{<T>}:j:<id>");
        fieldsSeen.forEach(
                (key, fields) -> assertThat(fields).as(key).containsExactlyInAnyOrderElementsOf(DOC.fieldsOf(key)));
        assertThat(lives).as("TTLs, -1 = none").containsExactly(-1L);
    }

    @Test
    void aRemovedTubeLeavesTheRegistryAlone() {
        doEverything();
        get(store.tubes().delete(TUBE));
        assertThat(keys().stream().map(this::pattern))
                .containsExactlyInAnyOrder(
                        "{<ns>:tubes}:version", "{<ns>:tubes}:brokers", "{<ns>:tubes}:broker:<broker>");
    }

    @Test
    void theHeaderIsLaidOutAsThePageSays() {
        timeIs(T0);
        produce(new NewJob(
                id("a"),
                new Payload(new byte[0], "text/plain"),
                Due.after(HOUR),
                Duration.ofSeconds(90),
                4_294_967_295L,
                77,
                OnDuplicate.KEEP));
        assertHeader(
                "a",
                Map.of(
                        "version", 1L,
                        "created", T0.toEpochMilli(),
                        "delay", HOUR.toMillis(),
                        "ttr", 90_000L,
                        "priority", 4_294_967_295L,
                        "maximum attempts", 77L),
                "text/plain");
        Job seen = get(broker.peek(TUBE, id("a")));
        assertThat(seen.state()).isEqualTo(JobState.DELAYED);
        assertThat(seen.payload().contentType()).isEqualTo("text/plain");
    }

    @Test
    void theUsualContentTypesAreShortAsThePageSays() {
        produce(job("json"), NewJob.of(id("binary"), Payload.binary(new byte[0])));
        assertHeader("json", Map.of("version", 1L), "\u0001");
        assertHeader("binary", Map.of("version", 1L), "");
    }

    @Test
    void aHeaderOfALaterReleaseIsNotGuessedAt() {
        produce(job("a"));
        byte[] key = (namespace + ":{" + TUBE + "}:j:a").getBytes(UTF_8);
        byte[] header = get(redis.hget(key, "h".getBytes(UTF_8)));
        header[DOC.partOfHeader("version").from()] = 2;
        get(redis.hset(key, "h".getBytes(UTF_8), header));
        assertFails(broker.peek(TUBE, id("a")), ErrorCode.INTERNAL);
        assertFails(broker.consume(TUBE, 1, Duration.ZERO), ErrorCode.INTERNAL);
    }

    private void assertHeader(String job, Map<String, Long> numbers, String contentType) {
        byte[] key = (namespace + ":{" + TUBE + "}:j:" + job).getBytes(UTF_8);
        byte[] header = get(redis.hget(key, "h".getBytes(UTF_8)));
        numbers.forEach((name, value) -> {
            StorageDoc.Part part = DOC.partOfHeader(name);
            byte[] bytes = Arrays.copyOfRange(header, part.from(), part.from() + part.bytes());
            assertThat(new BigInteger(1, bytes)).as(name).isEqualTo(BigInteger.valueOf(value));
        });
        int from = DOC.partOfHeader("content type").from();
        assertThat(new String(header, from, header.length - from, US_ASCII)).isEqualTo(contentType);
    }

    @Test
    void aTubeIsInOneSlotAndTheRegistryInAnother() {
        doEverything();
        Map<Boolean, Set<Integer>> slots = new HashMap<>();
        keys().forEach(key -> slots.computeIfAbsent(key.startsWith(namespace + ":{"), ofTube -> new TreeSet<>())
                .add(SlotHash.getSlot(key)));
        assertThat(slots.get(true)).containsExactly(SlotHash.getSlot(TUBE.value()));
        assertThat(slots.get(false)).containsExactly(SlotHash.getSlot(namespace + ":tubes"));
    }
}
