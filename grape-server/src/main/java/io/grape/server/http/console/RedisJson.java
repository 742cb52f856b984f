package io.grape.server.http.console;

import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.live.RedisFinding;
import io.grape.server.live.RedisNodeReport;
import io.grape.server.live.RedisReport;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What Redis says of itself, as JSON. What it does not tell is null. */
final class RedisJson {
    private RedisJson() {}

    static JsonObject of(RedisReport report) {
        return new JsonObject()
                .put("mode", report.mode())
                .put(
                        "version",
                        report.nodes().isEmpty() ? null : report.nodes().get(0).text("redis_version"))
                .put("nodes", Json.array(report.nodes(), RedisJson::of))
                .put("findings", Json.array(report.findings(), RedisJson::of));
    }

    private static JsonObject of(RedisFinding found) {
        return new JsonObject()
                .put("level", found.level())
                .put("what", found.what())
                .put("remedy", found.remedy());
    }

    private static JsonObject of(RedisNodeReport node) {
        Long maxMemory = known(node.number("maxmemory"));
        String fragmentation = node.text("mem_fragmentation_ratio");
        Long saved = known(node.number("rdb_last_save_time"));
        Long uptime = known(node.number("uptime_in_seconds"));
        return new JsonObject()
                .put("address", node.address())
                .put("role", node.text("role"))
                .put("usedMemoryBytes", known(node.number("used_memory")))
                .put("maxMemoryBytes", maxMemory == null || maxMemory == 0 ? null : maxMemory)
                .put(
                        "fragmentation",
                        fragmentation != null && fragmentation.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")
                                ? new BigDecimal(fragmentation)
                                : null)
                .put("evictionPolicy", node.text("maxmemory_policy"))
                .put("aof", flag(node.text("aof_enabled"), "1"))
                .put("aofLastWriteOk", flag(node.text("aof_last_write_status"), "ok"))
                .put("rdbLastSaveAt", saved == null ? null : Rfc3339.text(Instant.ofEpochSecond(saved)))
                .put("opsPerSecond", known(node.number("instantaneous_ops_per_sec")))
                .put("clients", known(node.number("connected_clients")))
                .put("replicas", known(node.number("connected_slaves")))
                .put("replicaLagBytes", known(node.replicaLagBytes()))
                .put("uptimeMs", uptime == null ? null : uptime * 1000)
                .put("keys", node.keys());
    }

    private static @Nullable Boolean flag(@Nullable String text, String yes) {
        return text == null ? null : Boolean.valueOf(text.equals(yes));
    }

    private static @Nullable Long known(OptionalLong number) {
        return number.isPresent() ? (Long) number.getAsLong() : null;
    }
}
