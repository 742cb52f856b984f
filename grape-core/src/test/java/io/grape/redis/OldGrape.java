package io.grape.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The keys of a Grape 1.3, as its source writes them. */
public final class OldGrape implements AutoCloseable {
    private final RawRedis redis = RawRedis.to(TestRedis.uri());
    private final List<CompletionStage<?>> writes = new ArrayList<>();
    private final String before;

    /** One with a namespace of its own. */
    public OldGrape(String namespace) {
        before = namespace + ":tube:";
    }

    private RedisAsyncCommands<String, String> async() {
        return redis.async();
    }

    public OldGrape tube(String tube) {
        writes.add(async().sadd(before + "set", tube));
        return this;
    }

    /** A job in a set: {@code delay}, {@code retain} or {@code failed}. */
    public OldGrape job(String tube, String set, String id, long score, int noe, String data) {
        writes.add(async().hset(
                        before + tube + ":job:" + id,
                        Map.of("id", id, "dtr", "0", "ttr", "30000", "noe", Integer.toString(noe), "data", data)));
        return member(tube, set, id, score);
    }

    /** A member of a set, whatever it is. */
    public OldGrape member(String tube, String set, String id, long score) {
        writes.add(async().zadd(before + tube + ":queue:" + set, (double) score, id));
        return this;
    }

    /** Waits until all of it is there. */
    public OldGrape flush() {
        CompletableFuture.allOf(writes.stream()
                        .map(write -> write.toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .join();
        writes.clear();
        return this;
    }

    /** All of its keys and what is in them, to see that nobody changed anything. */
    public Map<String, Object> all(String tube) {
        Map<String, Object> found = new TreeMap<>();
        redis.commands()
                .keys(before + tube + ":*")
                .forEach(key -> found.put(key, redis.commands().dump(key).length));
        return found;
    }

    @Override
    public void close() {
        redis.close();
    }
}
