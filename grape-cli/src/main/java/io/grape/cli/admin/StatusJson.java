package io.grape.cli.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.settings.Json;
import io.grape.cli.settings.SettingsJson;
import io.grape.cli.settings.TubeSettingsJson;
import io.grape.cli.terminal.Output;
import io.grape.client.GatePreview;
import io.grape.client.GateStatus;
import io.grape.client.KeyStatus;
import io.grape.client.OperationPreview;
import io.grape.client.OperationStatus;
import io.grape.client.QuotaCounts;
import io.grape.client.QuotaStatus;
import io.grape.client.SchedulePreview;
import io.grape.client.ScheduleStatus;
import io.grape.client.TubeStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is there, as JSON with the names of the HTTP API. What is null is left out. */
final class StatusJson {
    private StatusJson() {}

    static ObjectNode of(TubeStatus tube) {
        ObjectNode json = Output.item().put("name", tube.name());
        TubeStatus.Pause pause = tube.paused();
        if (pause != null) {
            ObjectNode paused = json.putObject("paused");
            Json.put(paused, "until", pause.until());
            Json.put(paused, "reason", pause.reason());
        }
        ObjectNode counts = json.putObject("counts");
        tube.counts().forEach((state, count) -> counts.put(state.wireName(), count));
        Json.put(json, "oldestReadyMs", tube.oldestReady());
        Json.put(json, "nextDueAt", tube.nextDueAt());
        json.set("settings", TubeSettingsJson.of(tube.settings()));
        return json;
    }

    static ObjectNode of(OperationPreview preview) {
        return counted(preview.matching(), preview.isExact(), preview.sample());
    }

    static ObjectNode of(GatePreview preview) {
        return counted(preview.matching(), preview.isExact(), preview.sample());
    }

    private static ObjectNode counted(long matching, boolean isExact, List<String> sample) {
        ObjectNode json = Output.item().put("matching", matching).put("exact", isExact);
        ArrayNode ids = json.putArray("sample");
        sample.forEach(ids::add);
        return json;
    }

    static ObjectNode of(OperationStatus operation) {
        ObjectNode json = Output.item().put("id", operation.id());
        operation.settings().fields().forEach((name, value) -> {
            // The state of an operation is its own.
            String shown = name.equals("state") ? "from" : name;
            if (value instanceof Number number) {
                json.put(shown, number.longValue());
            } else {
                json.put(shown, value.toString());
            }
        });
        json.put("state", Output.name(operation.state()));
        Json.put(json, "why", operation.why());
        json.put("matching", operation.matching())
                .put("done", operation.done())
                .put("skipped", operation.skipped())
                .put("failuresSince", operation.failuresSince());
        Json.put(json, "createdAt", operation.createdAt());
        json.put("createdBy", operation.createdBy());
        Json.put(json, "endedAt", operation.endedAt());
        Json.put(json, "etaMs", operation.eta());
        return json;
    }

    static ObjectNode of(ScheduleStatus schedule) {
        ObjectNode json = Output.item()
                .put("name", schedule.name())
                .put("state", Output.name(schedule.state()))
                .put("rev", schedule.rev());
        SettingsJson.put(json, schedule.settings());
        ArrayNode next = json.putArray("next");
        schedule.next().forEach(at -> next.add(at.toString()));
        ScheduleStatus.LastRun last = schedule.last();
        if (last != null) {
            json.set("last", of(last));
        }
        ScheduleStatus.Skipped skipped = schedule.lastSkipped();
        if (skipped != null) {
            ObjectNode fields = json.putObject("lastSkipped");
            Json.put(fields, "at", skipped.at());
            fields.put("reason", skipped.reason());
        }
        return json.put("created", schedule.made())
                .put("runs", schedule.runs())
                .put("skipped", schedule.skipped())
                .put("failures", schedule.failures());
    }

    private static ObjectNode of(ScheduleStatus.LastRun last) {
        ObjectNode json = Output.item().put("id", last.id());
        Json.put(json, "at", last.at());
        Json.put(json, "dueAt", last.dueAt());
        json.put("state", last.state() == null ? "gone" : last.state().wireName());
        Json.put(json, "deliveredAt", last.deliveredAt());
        Json.put(json, "latenessMs", last.lateness());
        return json;
    }

    static ObjectNode of(SchedulePreview occurrence) {
        ObjectNode json = Output.item();
        Json.put(json, "at", occurrence.at());
        json.put("local", occurrence.local().toString())
                .put("offset", occurrence.offset().toString());
        if (occurrence.fell() != null) {
            json.put("fell", Output.name(occurrence.fell()));
        }
        return json;
    }

    static ObjectNode of(GateStatus gate) {
        ObjectNode json = Output.item().put("name", gate.name());
        SettingsJson.put(json, gate.settings());
        json.put("state", gate.isLifting() ? "lifting" : "active");
        Json.put(json, "since", gate.since());
        Json.put(json, "by", gate.by());
        return json.put("held", gate.held()).put("dropped", gate.dropped()).put("buried", gate.buried());
    }

    static ObjectNode of(KeyStatus key) {
        ObjectNode json = Output.item().put("key", key.key());
        SettingsJson.put(json, key.inEffect());
        json.put("overridden", key.isOverridden());
        Json.put(json, "producedWeight", key.producedWeight());
        json.put("waiting", key.waiting()).put("held", key.held());
        Json.put(json, "oldestReadyMs", key.oldestReady());
        return json;
    }

    static ObjectNode of(QuotaStatus quota) {
        ObjectNode json = SettingsJson.put(Output.item().put("name", quota.name()), quota.settings());
        put(json, "use", quota.use());
        put(json, "refused", quota.refused());
        if (!quota.clients().isEmpty()) {
            ArrayNode clients = json.putArray("clients");
            quota.clients().forEach(client -> {
                ObjectNode one = clients.addObject().put("name", client.name());
                put(one, "use", client.use());
            });
        }
        return json;
    }

    private static void put(ObjectNode json, String name, @Nullable QuotaCounts counts) {
        if (counts != null) {
            ObjectNode fields = json.putObject(name);
            Json.put(fields, "produce", counts.produce());
            Json.put(fields, "consume", counts.consume());
            Json.put(fields, "inFlight", counts.inFlight());
        }
    }
}
