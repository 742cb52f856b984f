package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.client.ExpireTo;
import io.grape.client.GateMatch;
import io.grape.client.GateMode;
import io.grape.client.GateSettings;
import io.grape.client.KeepSettings;
import io.grape.client.KeySettings;
import io.grape.client.QuotaSettings;
import io.grape.client.RetrySettings;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Fields of a file as settings of the client, with the broker's defaults. */
final class Typed {
    private static final Duration MOST_RETRY = Duration.ofHours(12);

    private Typed() {}

    /** Null = as it is. */
    static TubeSettings tube(ObjectNode json) {
        return new TubeSettings(
                duration(json, "ttrMs"),
                whole(json, "maxAttempts"),
                json.has("limits") ? limits(json.path("limits")) : null,
                json.has("keys") ? keys(json.path("keys")) : null,
                json.has("retry") ? retry(json.path("retry")) : null,
                orZero(json, "dedupMs"),
                new KeepSettings(
                        orZero(json, "keepFinishedMs"),
                        whole(json, "keepFinishedMost"),
                        big(json, "keepFinishedBytes"),
                        json.has("keepPayload") ? json.path("keepPayload").asBoolean() : null,
                        whole(json, "resultMaxBytes")),
                orZero(json, "expireMs"),
                json.has("expireTo") ? ExpireTo.valueOf(upper(json, "expireTo")) : null,
                orZero(json, "latenessTargetMs"));
    }

    private static String upper(JsonNode json, String name) {
        return json.path(name).asText().toUpperCase(Locale.ROOT);
    }

    private static @Nullable Duration duration(JsonNode json, String name) {
        return json.path(name).isNumber() ? Duration.ofMillis(json.path(name).asLong()) : null;
    }

    /** Null in a file takes the setting away. */
    private static @Nullable Duration orZero(JsonNode json, String name) {
        return json.path(name).isNull() ? Duration.ZERO : duration(json, name);
    }

    private static @Nullable Integer whole(JsonNode json, String name) {
        return json.path(name).isNumber() ? json.path(name).asInt() : null;
    }

    private static @Nullable Long big(JsonNode json, String name) {
        return json.path(name).isNumber() ? json.path(name).asLong() : null;
    }

    private static @Nullable Double number(JsonNode json, String name) {
        return json.path(name).isNumber() ? json.path(name).asDouble() : null;
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isTextual() ? json.path(name).asText() : null;
    }

    private static TubeLimits limits(JsonNode json) {
        return new TubeLimits(
                whole(json, "concurrency"),
                number(json, "perSecond"),
                burst(json),
                big(json, "maxJobs"),
                big(json, "maxBytes"));
    }

    /** A rate without one has 1. */
    private static @Nullable Integer burst(JsonNode json) {
        return json.hasNonNull("perSecond") && !json.hasNonNull("burst") ? Integer.valueOf(1) : whole(json, "burst");
    }

    private static KeySettings keys(JsonNode json) {
        if (json.isNull()) {
            return KeySettings.OFF;
        }
        boolean isFair = json.path("fair").asBoolean(true);
        boolean byTime = json.path("fairBy").asText().equals("time");
        boolean isOrdered = json.path("ordered").asBoolean();
        Integer concurrency = whole(json, "concurrency");
        return new KeySettings(
                isFair ? byTime ? KeySettings.Order.TIME : KeySettings.Order.JOBS : KeySettings.Order.DUE_TIME,
                isOrdered && concurrency == null ? Integer.valueOf(1) : concurrency,
                number(json, "perSecond"),
                burst(json),
                isOrdered,
                json.path("onFailure").asText().equals("block")
                        ? KeySettings.OnFailure.BLOCK
                        : KeySettings.OnFailure.SKIP,
                big(json, "maxJobs"));
    }

    private static RetrySettings retry(JsonNode json) {
        Duration first = duration(json, "firstMs");
        if (first == null) {
            return RetrySettings.NONE;
        }
        Duration most = duration(json, "mostMs");
        Duration usual = first.compareTo(MOST_RETRY) > 0 ? first : MOST_RETRY;
        return new RetrySettings(
                first,
                most == null ? usual : most,
                json.path("factor").asDouble(2),
                json.path("jitter").asDouble(0.5));
    }

    static GateSettings gate(ObjectNode json) {
        String until = text(json, "until");
        return new GateSettings(
                match(json.path("match")),
                GateMode.valueOf(upper(json, "mode")),
                until == null ? null : Instant.parse(until),
                text(json, "reason"));
    }

    private static GateMatch match(JsonNode json) {
        if (json.has("key")) {
            return GateMatch.key(json.path("key").asText());
        }
        return json.has("label") ? GateMatch.label(json.path("label").asText()) : GateMatch.ALL;
    }

    static QuotaSettings quota(ObjectNode json) {
        return new QuotaSettings(rate(json.path("produce")), rate(json.path("consume")), whole(json, "inFlight"));
    }

    private static QuotaSettings.@Nullable Rate rate(JsonNode json) {
        Double perSecond = number(json, "perSecond");
        if (perSecond == null) {
            return null;
        }
        Integer burst = whole(json, "burst");
        return new QuotaSettings.Rate(
                perSecond, burst == null ? Integer.valueOf(Math.max(1, perSecond.intValue())) : burst);
    }
}
