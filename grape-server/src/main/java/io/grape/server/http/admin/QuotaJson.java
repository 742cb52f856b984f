package io.grape.server.http.admin;

import io.grape.catalog.QuotaFields;
import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaReport;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** Reads and writes quotas. */
final class QuotaJson {
    private QuotaJson() {}

    static Quota read(JsonFields given) {
        return Quota.of(QuotaFields.SCHEMA.read(given, "", GrapeException::badValue));
    }

    static JsonObject of(Quota quota) {
        return new JsonObject(QuotaFields.SCHEMA.toJson(quota.values()));
    }

    static JsonObject of(QuotaReport report) {
        JsonObject json = new JsonObject().put("name", report.name()).mergeIn(of(report.quota()));
        if (report.name().equals(Quota.DEFAULT)) {
            json.put(
                    "clients",
                    Json.array(
                            report.clients(),
                            client ->
                                    new JsonObject().put("name", client.name()).put("use", numbers(client.use()))));
        } else {
            json.put("use", numbers(report.use()));
        }
        return json.put("refused", numbers(report.refused()));
    }

    private static JsonObject numbers(Map<QuotaPart, Long> numbers) {
        JsonObject json = new JsonObject();
        for (QuotaPart part : QuotaPart.values()) {
            Long number = numbers.get(part);
            if (number != null) {
                json.put(part.wireName(), number);
            }
        }
        return json;
    }
}
