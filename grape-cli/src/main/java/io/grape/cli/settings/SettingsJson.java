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
import org.jspecify.annotations.Nullable;

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

    /** Adds what a key has. */
    public static ObjectNode put(ObjectNode json, KeyOverride key) {
        Json.put(json, "weight", key.weight());
        Json.put(json, "concurrency", key.concurrency());
        Json.put(json, "perSecond", key.perSecond());
        Json.put(json, "burst", key.burst());
        Json.put(json, "maxJobs", key.maxJobs());
        return json.put("paused", key.paused());
    }

    /** Adds the limits of a quota. */
    public static ObjectNode put(ObjectNode json, QuotaSettings quota) {
        put(json, "produce", quota.produce());
        put(json, "consume", quota.consume());
        Json.put(json, "inFlight", quota.inFlight());
        return json;
    }

    private static void put(ObjectNode json, String name, QuotaSettings.@Nullable Rate rate) {
        if (rate != null) {
            ObjectNode fields = Output.item();
            Json.put(fields, "perSecond", rate.perSecond());
            Json.put(fields, "burst", rate.burst());
            json.set(name, fields);
        }
    }

    /** Adds when a schedule occurs. */
    public static ObjectNode put(ObjectNode json, ScheduleSettings settings) {
        settings.fields().forEach((name, value) -> json.set(name, MAPPER.valueToTree(value)));
        return json;
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
