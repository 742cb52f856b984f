package io.grape.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scripts call few commands of Redis, on keys that are named in few ways, and read the clock once. */
final class ScriptCallsTest {
    private static final Set<String> READING = Set.of(
            "EXISTS",
            "GET",
            "HGET",
            "HGETALL",
            "HMGET",
            "INFO",
            "PTTL",
            "HEXISTS",
            "HKEYS",
            "HLEN",
            "HSTRLEN",
            "SCARD",
            "SMEMBERS",
            "SISMEMBER",
            "SMISMEMBER",
            "XINFO",
            "XREVRANGE",
            "ZCARD",
            "ZMSCORE",
            "ZSCAN",
            "ZCOUNT",
            "ZRANGE",
            "ZRANGEBYSCORE",
            "ZRANK",
            "ZREVRANGE",
            "ZREVRANGEBYSCORE",
            "ZSCORE");

    private static final Set<String> WRITING = Set.of(
            "DECR",
            "DEL",
            "EXPIRE",
            "HDEL",
            "HINCRBY",
            "HSET",
            "HSETNX",
            "INCR",
            "PEXPIRE",
            "PUBLISH",
            "RENAME",
            "SADD",
            "SINTERSTORE",
            "SET",
            "SPOP",
            "SREM",
            "UNLINK",
            "XADD",
            "XDEL",
            "XSETID",
            "ZADD",
            "ZREM",
            "ZREMRANGEBYRANK",
            "ZREMRANGEBYSCORE");

    /**
     * Ways to name a key: one of KEYS, a job's by its id, a priority's set, a dead broker's set, or a local that is one of these. INFO
     * and XINFO have what is asked there, or before it.
     */
    private static final Set<String> KEY_NAMES = Set.of(
            "'STREAM'",
            "'memory'",
            "'server'",
            "log.entries",
            "log.order",
            "log.shares",
            "into.entries",
            "into.order",
            "into.shares",
            "stream",
            "TUBE",
            "key",
            "keys[i]",
            "DELAY",
            "RETAIN",
            "FAILED",
            "COMING",
            "URGENT",
            "KEYS[1]",
            "KEYS[2]",
            "KEYS[3]",
            "KEYS[4]",
            "JOB .. id",
            "key or JOB .. id",
            "finished.store",
            "JOB .. job.id",
            "JOB .. found[i]",
            "JOB .. held[i]",
            "JOB .. one.job.id",
            "HELD .. key_name",
            "HOLDERS",
            "all_lanes",
            "OVERRIDES",
            "PACE",
            "REST",
            "RESTING",
            "SEEN",
            "BLOCKERS",
            "waiting_runs(name)",
            "waiting_runs(schedule.name)",
            "unpack(over)",
            "delay_set(job.priority)",
            "WEIGHTS",
            "held",
            "lane.set",
            "overrides",
            "owed",
            "plain",
            "turn",
            "OPERATION .. id",
            "DELAY .. ':' .. name",
            "DELAY .. ':' .. lane",
            "delay_set(priority)",
            "gated_set(gate.name)",
            "gated_set(name)",
            "ARGV[3] .. broker",
            "set",
            "one[1]",
            "one.set",
            "ARGV[1] .. 'flight:' .. name",
            "ARGV[13] .. 'used:' .. client",
            "place.set",
            "index",
            "from[1]",
            "range[1]",
            "unpack(dropped)",
            "unpack(keys)",
            "ADOPTED",
            "SAMPLES",
            "MISSING",
            "channel");

    /** A part of the tube, by its name, and a priority or key. */
    private static final Pattern PART = Pattern.compile("part\\('[a-z]+(:[0-9]+)?(:' \\.\\. [a-z_.]+(\\[1])?|')\\)");

    @ParameterizedTest
    @MethodSource("io.grape.redis.script.ScriptHeaderTest#files")
    void onlyKnownCommandsAreCalled(ScriptSource script) {
        Set<String> allowed = new TreeSet<>(READING);
        if (!ScriptHeaderTest.READERS.contains(script.name())) {
            allowed.addAll(WRITING);
        }
        if (script.name().equals("clock")) {
            allowed.add("TIME");
        }
        assertThat(script.calls()).extracting(ScriptSource.Call::command).isSubsetOf(allowed);
        // The one place that calls what it is given, and goes on when the key is of another type. The usual case asks
        // in line, and leaves
        // every other answer to it.
        boolean isTry = script.name().equals("read");
        // Redis may deny the channel of hints, and what was stored before must not fail then.
        boolean hints = script.body().contains("redis.pcall('PUBLISH'");
        assertThat(script.body().contains("redis.pcall")).isEqualTo(isTry || hints);
        assertThat(script.body().split("\\b(?:redis\\.)?call\\(|\\b(?:try|pcall)\\((?=')", -1))
                .hasSize(script.calls().size() + (isTry ? 2 : 1));
    }

    @ParameterizedTest
    @MethodSource("io.grape.redis.script.ScriptHeaderTest#files")
    void onlyKnownWaysToNameAKeyAreUsed(ScriptSource script) {
        assertThat(script.calls())
                .filteredOn(call -> !call.command().equals("TIME"))
                .extracting(ScriptSource.Call::key)
                .filteredOn(key -> !PART.matcher(key).matches())
                .isSubsetOf(KEY_NAMES);
    }

    @Test
    void theClockIsReadOnceARun() {
        long reads = ScriptHeaderTest.files()
                .flatMap(script -> script.calls().stream())
                .filter(call -> call.command().equals("TIME"))
                .count();
        assertThat(reads).isEqualTo(1);
        assertThat(ScriptSource.named("clock").body().lines().filter(line -> line.startsWith("local now = ")))
                .hasSize(1);
        assertThat(ScriptHeaderTest.files().map(ScriptSource::body))
                .allSatisfy(body -> assertThat(body).doesNotContain("os.time", "os.clock"));
    }
}
