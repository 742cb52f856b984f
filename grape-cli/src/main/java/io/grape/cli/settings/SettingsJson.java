package io.grape.cli.settings;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.terminal.Output;
import io.grape.client.GateMatch;
import io.grape.client.GateSettings;
import io.grape.client.KeyOverride;
import io.grape.client.QuotaSettings;
import io.grape.client.ScheduleJob;
import io.grape.client.ScheduleSettings;
import java.util.Map;

/** Gates, keys, quotas and schedules as JSON. What is null is left out. */
public final class SettingsJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SettingsJson() {}

    /** Adds what a gate does. */
    public static ObjectNode put(ObjectNode json, GateSettings gate) {
        ObjectNode match = Output.item();
        if (gate.match().kind() == GateMatch.Kind.ALL) {
            match.put("all", true);
        } else {
            match.put(Output.name(gate.match().kind()), gate.match().value());
        }
        json.set("match", match);
        json.put("mode", Output.name(gate.mode()));
        Json.put(json, "until", gate.until());
        Json.put(json, "reason", gate.reason());
        return json;
    }

    /** Adds the values of a key. */
    public static ObjectNode put(ObjectNode json, KeyOverride key) {
        return put(json, key.toJson());
    }

    /** Adds the limits of a quota. */
    public static ObjectNode put(ObjectNode json, QuotaSettings quota) {
        return put(json, quota.toJson());
    }

    private static ObjectNode put(ObjectNode json, Map<String, Object> fields) {
        fields.forEach((name, value) -> json.set(name, MAPPER.valueToTree(value)));
        return json;
    }

    /** Adds when a schedule occurs. */
    public static ObjectNode put(ObjectNode json, ScheduleSettings settings) {
        return put(json, settings.fields());
    }

    /** Adds what the jobs of a schedule are. */
    public static ObjectNode put(ObjectNode json, ScheduleJob job) {
        Json.put(json, "ttrMs", job.ttr());
        json.put("priority", job.priority());
        Json.put(json, "maxAttempts", job.maxAttempts());
        Json.put(json, "key", job.key());
        if (!job.labels().isEmpty()) {
            json.set("labels", MAPPER.valueToTree(job.labels()));
        }
        Json.put(json, "weight", job.weight());
        if (!job.headers().isEmpty()) {
            json.set("headers", MAPPER.valueToTree(job.headers()));
        }
        if (job.isPayloadHidden()) {
            return json.put("payloadHidden", true);
        }
        return Payloads.put(json, job.bytes(), job.contentType());
    }
}
