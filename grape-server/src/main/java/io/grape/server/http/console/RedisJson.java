package io.grape.server.http.console;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.live.RedisFinding;
import io.grape.server.live.RedisNodeReport;
import io.grape.server.live.RedisReport;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes what Redis says of itself. What it does not tell is null. */
final class RedisJson {
    private RedisJson() {}

    static Buffer of(RedisReport report) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("mode", report.mode());
            json.writeStringField(
                    "version",
                    report.nodes().isEmpty() ? null : report.nodes().get(0).text("redis_version"));
            json.writeArrayFieldStart("nodes");
            for (RedisNodeReport node : report.nodes()) {
                write(json, node);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("findings");
            for (RedisFinding found : report.findings()) {
                json.writeStartObject();
                json.writeStringField("level", found.level());
                json.writeStringField("what", found.what());
                json.writeStringField("remedy", found.remedy());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, RedisNodeReport node) throws IOException {
        json.writeStartObject();
        json.writeStringField("address", node.address());
        json.writeStringField("role", node.text("role"));
        writeNumber(json, "usedMemoryBytes", node.number("used_memory"));
        OptionalLong most = node.number("maxmemory");
        writeNumber(json, "maxMemoryBytes", most.orElse(0) == 0 ? OptionalLong.empty() : most);
        String fragmentation = node.text("mem_fragmentation_ratio");
        json.writeFieldName("fragmentation");
        if (fragmentation != null && fragmentation.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            json.writeNumber(fragmentation);
        } else {
            json.writeNull();
        }
        json.writeStringField("evictionPolicy", node.text("maxmemory_policy"));
        writePersistence(json, node);
        writeNumber(json, "opsPerSecond", node.number("instantaneous_ops_per_sec"));
        writeNumber(json, "clients", node.number("connected_clients"));
        writeNumber(json, "replicas", node.number("connected_slaves"));
        writeNumber(json, "replicaLagBytes", node.replicaLagBytes());
        OptionalLong uptime = node.number("uptime_in_seconds");
        writeNumber(json, "uptimeMs", uptime.isPresent() ? OptionalLong.of(uptime.getAsLong() * 1000) : uptime);
        json.writeNumberField("keys", node.keys());
        json.writeEndObject();
    }

    private static void writePersistence(JsonGenerator json, RedisNodeReport node) throws IOException {
        writeFlag(json, "aof", node.text("aof_enabled"), "1");
        writeFlag(json, "aofLastWriteOk", node.text("aof_last_write_status"), "ok");
        OptionalLong saved = node.number("rdb_last_save_time");
        json.writeStringField(
                "rdbLastSaveAt", saved.isPresent() ? Rfc3339.text(Instant.ofEpochSecond(saved.getAsLong())) : null);
    }

    private static void writeFlag(JsonGenerator json, String name, @Nullable String text, String yes)
            throws IOException {
        json.writeFieldName(name);
        if (text == null) {
            json.writeNull();
        } else {
            json.writeBoolean(text.equals(yes));
        }
    }

    private static void writeNumber(JsonGenerator json, String name, OptionalLong number) throws IOException {
        json.writeFieldName(name);
        if (number.isPresent()) {
            json.writeNumber(number.getAsLong());
        } else {
            json.writeNull();
        }
    }
}
