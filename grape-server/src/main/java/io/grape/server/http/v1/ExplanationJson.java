package io.grape.server.http.v1;

import io.grape.core.job.Explanation;
import io.grape.core.job.JobsAhead;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;

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
                .put("noe", why.noe())
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
                .put("lastHandOutAt", Rfc3339.text(why.lastHandOutAt()));
        if (why.key() != null) {
            json.put("key", why.key());
        }
        Explanation.Limited limited = why.limited();
        if (limited != null) {
            json.put("held", limited.held()).put("limit", limited.limit()).put("until", Rfc3339.text(limited.until()));
        }
        return json;
    }
}
