package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lives by three scripts that check and count nothing, several jobs a run: what the commands and the Lua around them cost Redis. */
public final class BareScripts {
    private static final String PRODUCE = """
            for i = 2, #ARGV do
              redis.call('HSET', KEYS[1] .. ARGV[i], 'p', ARGV[1])
              redis.call('ZADD', KEYS[1] .. 'ready', i, ARGV[i])
            end
            return 1""";
    private static final String CONSUME = """
            local ids = redis.call('ZRANGEBYSCORE', KEYS[1] .. 'ready', '-inf', '+inf', 'LIMIT', 0, ARGV[1])
            local jobs = {}
            for i, id in ipairs(ids) do jobs[i] = redis.call('HGET', KEYS[1] .. id, 'p') end
            redis.call('ZREMRANGEBYRANK', KEYS[1] .. 'ready', 0, #ids - 1)
            for i, id in ipairs(ids) do redis.call('ZADD', KEYS[1] .. 'held', i, id) end
            return jobs""";
    private static final String FINISH = """
            redis.call('ZREM', KEYS[1] .. 'held', unpack(ARGV))
            local keys = {}
            for i, id in ipairs(ARGV) do keys[i] = KEYS[1] .. id end
            redis.call('UNLINK', unpack(keys))
            return 1""";

    private final RedisPort redis;
    private final String[] tube = {"{floor}:"};
    private final String payload;
    private final String[] ids;
    private final List<String> digests = new ArrayList<>();

    /** With so many jobs in each run of a script. */
    public BareScripts(Redis redis, byte[] payload, int jobs) {
        this.redis = redis.port();
        this.payload = new String(payload, ISO_8859_1);
        this.ids = new String[jobs];
        for (int i = 0; i < jobs; i++) {
            ids[i] = "job-of-16-by-" + (100 + i);
        }
        List.of(PRODUCE, CONSUME, FINISH)
                .forEach(script -> digests.add(this.redis.ask().scriptLoad(script)));
    }

    /** Lives for a while: how many a second, and the CPU that each took of Redis. */
    public Map<String, Double> measure(Duration duration) {
        double before = redis.cpuSeconds();
        long began = System.nanoTime();
        double lives = 0;
        while (System.nanoTime() - began < duration.toNanos()) {
            live();
            lives += ids.length;
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("lives/s", lives / (System.nanoTime() - began) * 1e9);
        figures.put("redis us", (redis.cpuSeconds() - before) * 1e6 / lives);
        figures.put("jobs/run", (double) ids.length);
        return figures;
    }

    private void live() {
        String[] jobs = new String[ids.length + 1];
        jobs[0] = payload;
        System.arraycopy(ids, 0, jobs, 1, ids.length);
        redis.ask().evalsha(digests.get(0), ScriptOutputType.INTEGER, tube, jobs);
        redis.ask().evalsha(digests.get(1), ScriptOutputType.MULTI, tube, Integer.toString(ids.length));
        redis.ask().evalsha(digests.get(2), ScriptOutputType.INTEGER, tube, ids);
    }
}
