package io.grape.server.http.admin;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;
import io.grape.core.quota.QuotaReport;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes quotas. */
final class QuotaJson {
    private static final String PER_SECOND = "perSecond";
    private static final String BURST = "burst";
    private static final Set<String> RATE = Set.of(PER_SECOND, BURST);
    static final Set<String> FIELDS = Set.of("produce", "consume", "inFlight");

    private QuotaJson() {}

    /** What is null or not there has no limit. */
    static Quota read(JsonFields given) {
        Long inFlight = given.wholeOrNull("inFlight");
        return new Quota(
                rate(given, "produce"),
                rate(given, "consume"),
                inFlight == null ? null : (int) Limits.checked("inFlight", inFlight, 1, Quota.MAX_IN_FLIGHT));
    }

    private static @Nullable QuotaRate rate(JsonFields given, String part) {
        if (!given.hasValue(part)) {
            return null;
        }
        JsonFields rate = given.object(part, RATE);
        Double perSecond = rate.number(PER_SECOND);
        if (perSecond == null) {
            throw GrapeException.badValue(part + '.' + PER_SECOND, "a number", "none");
        }
        return QuotaRate.of(part + '.', perSecond, rate.wholeOrNull(BURST));
    }

    static JsonObject of(Quota quota) {
        JsonObject json = new JsonObject();
        put(json, QuotaPart.PRODUCE, quota.produce());
        put(json, QuotaPart.CONSUME, quota.consume());
        if (quota.inFlight() != null) {
            json.put(QuotaPart.IN_FLIGHT.wireName(), quota.inFlight());
        }
        return json;
    }

    private static void put(JsonObject json, QuotaPart part, @Nullable QuotaRate rate) {
        if (rate != null) {
            double perSecond = rate.perSecond();
            Number number = perSecond == Math.rint(perSecond) ? (Number) (long) perSecond : (Number) perSecond;
            json.put(part.wireName(), new JsonObject().put(PER_SECOND, number).put(BURST, rate.burst()));
        }
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
