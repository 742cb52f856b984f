package io.grape.server.http.v1;

import io.grape.core.job.Explanation;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.GateFacts;
import io.grape.core.job.JobsAhead;
import io.grape.core.job.KeyFacts;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Why a job has not been delivered, as JSON. */
final class ExplanationJson {
    private ExplanationJson() {}

    static JsonObject of(Explanation why) {
        JobsAhead ahead = why.ahead();
        JsonObject json = new JsonObject()
                .put("id", why.id().value())
                .put("tube", why.tube().value())
                .put("state", why.state().wireName())
                .put("reason", why.reason().name())
                .put("detail", why.detail())
                .put("priority", why.priority())
                .put("attempt", why.noe())
                .put("maxAttempts", why.maxAttempts())
                .put("dueAt", Rfc3339.text(why.dueAt()))
                .put("leaseUntil", Rfc3339.text(why.leaseUntil()))
                .put("failure", why.failure())
                .put(
                        "ahead",
                        ahead == null
                                ? null
                                : new JsonObject().put("jobs", ahead.jobs()).put("mayBeMore", ahead.mayBeMore()))
                .put("paused", TubeJson.of(why.paused()))
                .put("lastDeliveredAt", Rfc3339.text(why.lastDeliveredAt()));
        KeyFacts key = why.key();
        if (key != null) {
            json.put("key", key.name());
            put(json, key, why.reason());
        }
        Explanation.Limited limited = why.limited();
        if (limited != null && why.reason() != ExplanationReason.GATED) {
            json.put("held", limited.held()).put("limit", limited.limit()).put("until", Rfc3339.text(limited.until()));
        }
        GateFacts gate = why.gate();
        if (gate != null && why.reason() == ExplanationReason.GATED) {
            json.put("until", Rfc3339.text(gate.until()))
                    .put("gate", gate.name())
                    .put("mode", gate.mode().wireName())
                    .put("by", gate.by().isEmpty() ? null : gate.by())
                    .put("since", Rfc3339.text(gate.since()));
        }
        if (why.expiresAt() != null) {
            json.put("expiresAt", Rfc3339.text(why.expiresAt()));
        }
        Duration target = why.missedTarget();
        if (target != null) {
            json.put("latenessTargetMs", target.toMillis());
        }
        WorkJson.put(json, why.work());
        return json;
    }

    private static void put(JsonObject json, KeyFacts key, ExplanationReason reason) {
        if (reason == ExplanationReason.KEY_TURN) {
            json.put("lanes", key.lanes());
        } else if (reason == key.reason()) {
            json.put("held", key.held())
                    .put("limit", key.limit())
                    .put("since", Rfc3339.text(key.since()))
                    .put("until", Rfc3339.text(key.until()))
                    .put("before", key.stuckBehind());
        }
    }
}
