package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Inconsistency;
import io.grape.core.broker.Repair;
import io.grape.core.broker.RepairPass;
import io.grape.core.broker.RepairSlice;
import io.grape.core.broker.StrayKeys;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.Script;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A store, a way past it to damage what it holds, and rounds of its self-check. */
public final class RepairFixture implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    public final TestStore here;
    private final String namespace = TestRedis.newNamespace();
    private final RedisClientHandle client;
    private final Map<String, byte[]> hidden = new HashMap<>();
    private int strays;

    public RepairFixture(String uri) {
        this(uri, Script.CLOCK);
    }

    /** One whose scripts read another clock. */
    RepairFixture(String uri, String clock) {
        this.here = TestStore.open(uri, namespace, TIMEOUT, clock);
        this.client = RedisClientHandle.connect(uri, TIMEOUT);
    }

    String namespace() {
        return namespace;
    }

    public RedisClusterAsyncCommands<byte[], byte[]> redis() {
        return client.links().route(key("tube")).join();
    }

    public byte[] key(String end) {
        return bytes(namespace + ":{" + TestStore.TUBE + "}:" + end);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    void add(String set, double score, String member) {
        get(redis().zadd(key(set), score, bytes(member)));
    }

    void remove(String set, String member) {
        get(redis().zrem(key(set), bytes(member)));
    }

    void drop(String... ends) {
        for (String end : ends) {
            get(redis().del(key(end)));
        }
    }

    /** Takes away what is stored of jobs, until {@link #show}. */
    void hide(String... ids) {
        for (String id : ids) {
            hidden.put(id, get(redis().dump(key("j:" + id))));
            drop("j:" + id);
        }
    }

    /** Puts back what was hidden of jobs. */
    void show(String... ids) {
        for (String id : ids) {
            get(redis().restore(key("j:" + id), hidden.remove(id), RestoreArgs.Builder.ttl(Duration.ZERO)));
        }
    }

    /** Takes the tube out of the registry. */
    public void strike() {
        byte[] tubes = bytes(namespace + ":tubes");
        get(client.links().route(tubes).join().srem(tubes, bytes(TestStore.TUBE.value())));
    }

    String field(String field) {
        byte[] value = get(redis().hget(key("tube"), bytes(field)));
        return value == null ? "0" : new String(value, UTF_8);
    }

    /** Goes through everything once, and returns what was put right. */
    public Map<Inconsistency, Integer> round() {
        RepairPass repairs = here.store().repairs();
        Map<Inconsistency, Integer> sum = new EnumMap<>(Inconsistency.class);
        strays = 0;
        get(repairs.claim());
        for (RepairSlice slice : slices(repairs)) {
            StrayKeys found = slice.strays();
            strays += found == null ? 0 : found.jobs();
            Repair repair = slice.repair();
            if (repair != null) {
                repair.faults().forEach((fault, count) -> sum.merge(fault, count, Integer::sum));
            }
        }
        return sum;
    }

    private static List<RepairSlice> slices(RepairPass repairs) {
        List<RepairSlice> slices = new ArrayList<>();
        do {
            slices.add(get(repairs.next()));
        } while (!slices.get(slices.size() - 1).isLast());
        return slices;
    }

    int strays() {
        return strays;
    }

    public void checkInvariants() {
        assertThat(Invariants.broken(Stored.read(redis(), namespace))).isEmpty();
    }

    @Override
    public void close() {
        here.close();
        client.close();
    }
}
