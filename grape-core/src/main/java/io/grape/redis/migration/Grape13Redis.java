package io.grape.redis.migration;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.job.Due;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.migration.AdoptedFailure;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.migration.Grape13Data;
import io.grape.core.migration.Grape13Page;
import io.grape.core.migration.Grape13Set;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.StoreListener;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScoredValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the Redis of a Grape 1.3. Source: {@code docs/migrating.md#the-old-keys}. */
public final class Grape13Redis implements Grape13Data {
    private static final int PAGE = 100;
    private static final String BURIED = "buried at Grape 1.3";
    private static final byte[][] FIELDS = {ascii("id"), ascii("ttr"), ascii("noe"), ascii("data")};
    private static final int DATA = 3;
    private static final byte[] NOTHING = {};
    private static final Duration USUAL_TTR = Duration.ofSeconds(60);

    private final RedisClientHandle client;
    private final ScriptRunner runner;
    private final String before;

    private Grape13Redis(RedisClientHandle client, Duration timeout, String namespace) {
        this.client = client;
        this.runner =
                new ScriptRunner(client.links(), timeout, StoreListener.NONE, script -> script.text(Script.CLOCK));
        this.before = namespace.isEmpty() ? "tube:" : namespace + ":tube:";
    }

    /**
     * Connects; blocks. Throws STORE_UNAVAILABLE when Redis cannot be reached.
     *
     * @param namespace the old broker's own, empty = none
     */
    public static Grape13Redis open(String uri, String namespace, Duration timeout) {
        return new Grape13Redis(RedisClientHandle.connect(uri, timeout), timeout, namespace);
    }

    @Override
    public CompletionStage<List<String>> tubes() {
        byte[] all = (before + "set").getBytes(UTF_8);
        return runner.call(
                "smembers",
                all,
                redis -> redis.smembers(all),
                names -> names.stream()
                        .map(name -> new String(name, UTF_8))
                        .sorted()
                        .toList());
    }

    @Override
    public CompletionStage<Grape13Page> page(String tube, Grape13Set place, long from) {
        byte[] set = (before + tube + ":queue:" + place.wireName()).getBytes(UTF_8);
        return runner.call(
                        "zrange",
                        set,
                        redis -> redis.zrangeWithScores(set, from, from + PAGE - 1),
                        Function.<List<ScoredValue<byte[]>>>identity())
                .thenCompose(members -> read(tube, place, members)
                        .thenApply(page -> new Grape13Page(
                                page.jobs(), page.left(), members.size() < PAGE ? 0 : from + members.size())));
    }

    private CompletionStage<Grape13Page> read(String tube, Grape13Set place, List<ScoredValue<byte[]>> members) {
        Grape13Page page = new Grape13Page(new ArrayList<>(), new ArrayList<>(), 0);
        CompletionStage<Grape13Page> all = CompletableFuture.completedStage(page);
        List<CompletionStage<List<KeyValue<byte[], byte[]>>>> asked = new ArrayList<>();
        for (ScoredValue<byte[]> member : members) {
            asked.add(hash(tube, member.getValue()));
        }
        for (int i = 0; i < members.size(); i++) {
            ScoredValue<byte[]> member = members.get(i);
            all = all.thenCombine(asked.get(i), (sofar, fields) -> add(sofar, place, member, fields));
        }
        return all;
    }

    private CompletionStage<List<KeyValue<byte[], byte[]>>> hash(String tube, byte[] id) {
        byte[] begin = (before + tube + ":job:").getBytes(UTF_8);
        byte[] key = new byte[begin.length + id.length];
        System.arraycopy(begin, 0, key, 0, begin.length);
        System.arraycopy(id, 0, key, begin.length, id.length);
        return runner.call("hmget", key, redis -> redis.hmget(key, FIELDS), Objects::requireNonNull);
    }

    private static Grape13Page add(
            Grape13Page page, Grape13Set place, ScoredValue<byte[]> member, List<KeyValue<byte[], byte[]>> fields) {
        String shown = new String(member.getValue(), UTF_8);
        JobId id = MemberId.read(member.getValue()).orElse(null);
        String flaw = id == null ? "its id is not " + JobId.EXPECTED : flaw(id, fields);
        if (id == null || flaw != null) {
            page.left().add("job " + shown + ": " + flaw);
        } else {
            page.jobs().add(adopted(id, place, member.getScore(), fields));
        }
        return page;
    }

    private static @Nullable String flaw(JobId id, List<KeyValue<byte[], byte[]>> fields) {
        try {
            NewJob.checkNoPathStep("id", id.value());
        } catch (GrapeException e) {
            return e.detail();
        }
        if (fields.get(DATA).getValueOrElse(NOTHING).length > Limits.MAX_PAYLOAD_BYTES) {
            return "its payload is longer than " + Limits.MAX_PAYLOAD_BYTES + " bytes";
        }
        return fields.get(0).hasValue() ? null : "it has no hash: Grape 1.3 would drop it";
    }

    private static AdoptedJob adopted(JobId id, Grape13Set place, double score, List<KeyValue<byte[], byte[]>> fields) {
        long ttr = number(fields.get(1), USUAL_TTR.toMillis());
        long bounded = Math.max(Limits.MIN_TTR.toMillis(), Math.min(Limits.MAX_DURATION.toMillis(), ttr));
        Instant at = at(score);
        int earlier = (int) Math.max(0, Math.min(Integer.MAX_VALUE, number(fields.get(2), 0)));
        NewJob job = NewJob.of(id, Payload.binary(fields.get(DATA).getValueOrElse(NOTHING)))
                .due(Due.at(at))
                .ttr(Duration.ofMillis(bounded));
        return new AdoptedJob(
                job,
                null,
                0,
                earlier,
                earlier > 0 || place == Grape13Set.FAILED,
                place == Grape13Set.FAILED ? new AdoptedFailure(at, BURIED) : null,
                null,
                null);
    }

    /** An overflow gives a score that is no time; the nearest storable time replaces it. */
    private static Instant at(double score) {
        double latest = Limits.MAX_DUE.toEpochMilli();
        return Instant.ofEpochMilli((long) Math.max(0, Math.min(latest, score)));
    }

    private static long number(KeyValue<byte[], byte[]> field, long otherwise) {
        try {
            return field.hasValue() ? Long.parseLong(new String(field.getValue(), US_ASCII)) : otherwise;
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    @Override
    public void close() {
        client.close();
    }
}
