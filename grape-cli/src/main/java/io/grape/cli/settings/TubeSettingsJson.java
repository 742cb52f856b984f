package io.grape.cli.settings;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.terminal.Output;
import io.grape.client.KeepSettings;
import io.grape.client.KeySettings;
import io.grape.client.RetrySettings;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import java.time.Duration;

/** The settings of a tube as JSON. What is null is left out. */
public final class TubeSettingsJson {
    private TubeSettingsJson() {}

    /** All that is not null. A tube without limits, keys or retry has null for them. */
    public static ObjectNode of(TubeSettings settings) {
        ObjectNode json = Output.item();
        Json.put(json, "ttrMs", settings.ttr());
        Json.put(json, "maxAttempts", settings.maxAttempts());
        TubeLimits limits = settings.limits();
        if (limits != null) {
            json.set("limits", limits.equals(TubeLimits.NONE) ? null : of(limits));
        }
        KeySettings keys = settings.keys();
        if (keys != null) {
            json.set("keys", keys.order() == KeySettings.Order.OFF ? null : of(keys));
        }
        RetrySettings retry = settings.retry();
        if (retry != null) {
            json.set("retry", retry.equals(RetrySettings.NONE) ? null : of(retry));
        }
        Json.put(json, "dedupMs", settings.dedup());
        KeepSettings keep = settings.keep();
        if (keep != null) {
            put(json, keep);
        }
        Json.put(json, "expireMs", settings.expire());
        if (settings.expireTo() != null) {
            json.put("expireTo", Output.name(settings.expireTo()));
        }
        Duration target = settings.latenessTarget();
        if (target != null && target.isZero()) {
            json.putNull("latenessTargetMs");
        } else {
            Json.put(json, "latenessTargetMs", target);
        }
        return json;
    }

    private static ObjectNode of(TubeLimits limits) {
        ObjectNode json = Output.item();
        Json.put(json, "concurrency", limits.concurrency());
        Json.put(json, "perSecond", limits.perSecond());
        Json.put(json, "burst", limits.burst());
        Json.put(json, "maxJobs", limits.maxJobs());
        Json.put(json, "maxBytes", limits.maxBytes());
        return json;
    }

    private static ObjectNode of(KeySettings keys) {
        boolean isFair = keys.order() != KeySettings.Order.DUE_TIME;
        ObjectNode json = Output.item().put("fair", isFair);
        if (isFair) {
            json.put("fairBy", Output.name(keys.order()));
        }
        Json.put(json, "concurrency", keys.concurrency());
        Json.put(json, "perSecond", keys.perSecond());
        Json.put(json, "burst", keys.burst());
        Json.put(json, "maxJobs", keys.maxJobs());
        return json.put("ordered", keys.ordered()).put("onFailure", Output.name(keys.onFailure()));
    }

    private static ObjectNode of(RetrySettings retry) {
        ObjectNode json = Output.item();
        Json.put(json, "firstMs", retry.first());
        Json.put(json, "mostMs", retry.most());
        Json.put(json, "factor", retry.factor());
        Json.put(json, "jitter", retry.jitter());
        return json;
    }

    private static void put(ObjectNode json, KeepSettings keep) {
        Json.put(json, "keepFinishedMs", keep.time());
        Json.put(json, "keepFinishedMost", keep.most());
        Json.put(json, "keepFinishedBytes", keep.bytes());
        if (keep.payload() != null) {
            json.put("keepPayload", keep.payload());
        }
        Json.put(json, "resultMaxBytes", keep.resultBytes());
    }
}
