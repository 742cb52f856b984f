package io.grape.client.contract;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.catalog.TubeFields;
import io.grape.catalog.Values;
import io.grape.client.ExpireTo;
import io.grape.client.KeepSettings;
import io.grape.client.KeySettings;
import io.grape.client.RetrySettings;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.OnFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Translates settings between the core and the client. It uses the methods that an application uses, not the values behind them, so that the
 * contracts test these methods.
 */
final class SettingsWords {
    private SettingsWords() {}

    /** Returns what the client sends for a change of the core. */
    static TubeSettings theirs(Values change) {
        TubeSettings settings = TubeSettings.UNCHANGED;
        Duration ttr = change.find(TubeFields.TTR);
        Integer attempts = change.find(TubeFields.MAX_ATTEMPTS);
        Values limits = change.find(TubeFields.LIMITS);
        Values keys = change.find(TubeFields.KEYS);
        Values retry = change.find(TubeFields.RETRY);
        Duration dedup = change.find(TubeFields.DEDUP_WINDOW);
        Duration target = change.find(TubeFields.LATENESS_TARGET);
        settings = ttr == null ? settings : settings.ttr(ttr);
        settings = attempts == null ? settings : settings.maxAttempts(attempts);
        settings = limits == null ? settings : settings.limits(theirs(io.grape.core.tube.TubeLimits.of(limits)));
        settings = keys == null ? settings : settings.keys(theirs(io.grape.core.key.KeySettings.of(keys)));
        settings = retry == null ? settings : settings.retry(theirs(io.grape.core.tube.RetrySettings.of(retry)));
        settings = dedup == null ? settings : settings.dedup(dedup);
        settings = target == null ? settings : settings.latenessTarget(target);
        return expiry(change, settings.keep(keep(change)));
    }

    private static KeepSettings keep(Values change) {
        return new KeepSettings(
                change.find(TubeFields.KEEP_FINISHED),
                change.find(TubeFields.KEEP_FINISHED_MAX),
                change.find(TubeFields.KEEP_FINISHED_BYTES),
                change.find(TubeFields.KEEP_PAYLOAD),
                change.find(TubeFields.RESULT_MAX_BYTES));
    }

    /** The client has one method for both, so a change of only one of them is sent as JSON. */
    private static TubeSettings expiry(Values change, TubeSettings settings) {
        Duration after = change.find(TubeFields.EXPIRES_AFTER);
        String to = change.find(TubeFields.EXPIRE_TO);
        if (after != null && to != null) {
            return settings.expire(after, ExpireTo.valueOf(to.toUpperCase(Locale.ROOT)));
        }
        Map<String, Object> json = new HashMap<>(settings.toJson());
        json.putAll(TubeFields.SETTINGS.toJson(
                Values.NONE.with(TubeFields.EXPIRES_AFTER, after).with(TubeFields.EXPIRE_TO, to)));
        return TubeSettings.fromJson(new ObjectMapper().valueToTree(json));
    }

    /** Returns the settings that the client shows. */
    static io.grape.core.tube.TubeSettings ours(TubeSettings shown) {
        KeepSettings keep = Objects.requireNonNull(shown.keep());
        return new io.grape.core.tube.TubeSettings(Values.NONE
                        .with(TubeFields.TTR, shown.ttr())
                        .with(TubeFields.MAX_ATTEMPTS, shown.maxAttempts())
                        .with(TubeFields.DEDUP_WINDOW, shown.dedup())
                        .with(TubeFields.KEEP_FINISHED, keep.time())
                        .with(TubeFields.KEEP_FINISHED_MAX, keep.most())
                        .with(TubeFields.KEEP_FINISHED_BYTES, keep.bytes())
                        .with(TubeFields.KEEP_PAYLOAD, keep.payload())
                        .with(TubeFields.RESULT_MAX_BYTES, keep.resultBytes())
                        .with(TubeFields.EXPIRES_AFTER, shown.expire())
                        .with(
                                TubeFields.EXPIRE_TO,
                                Objects.requireNonNull(shown.expireTo()).name().toLowerCase(Locale.ROOT))
                        .with(TubeFields.LATENESS_TARGET, shown.latenessTarget()))
                .with(ours(Objects.requireNonNull(shown.limits())))
                .with(ours(Objects.requireNonNull(shown.keys())))
                .with(ours(Objects.requireNonNull(shown.retry())));
    }

    private static TubeLimits theirs(io.grape.core.tube.TubeLimits limits) {
        return new TubeLimits(
                limits.concurrency(), limits.perSecond(), limits.burst(), limits.maxJobs(), limits.maxBytes());
    }

    private static io.grape.core.tube.TubeLimits ours(TubeLimits shown) {
        return new io.grape.core.tube.TubeLimits(
                shown.concurrency(), shown.perSecond(), shown.burst(), shown.maxJobs(), shown.maxBytes());
    }

    private static KeySettings theirs(io.grape.core.key.KeySettings keys) {
        return new KeySettings(
                KeySettings.Order.valueOf(keys.order().name()),
                keys.concurrency(),
                keys.perSecond(),
                keys.burst(),
                keys.ordered(),
                KeySettings.OnFailure.valueOf(keys.onFailure().name()),
                keys.maxJobs());
    }

    private static io.grape.core.key.KeySettings ours(KeySettings shown) {
        return new io.grape.core.key.KeySettings(
                KeyOrder.valueOf(shown.order().name()),
                shown.concurrency(),
                shown.perSecond(),
                shown.burst(),
                shown.ordered(),
                OnFailure.valueOf(shown.onFailure().name()),
                shown.maxJobs());
    }

    private static RetrySettings theirs(io.grape.core.tube.RetrySettings retry) {
        return new RetrySettings(retry.first(), retry.most(), retry.factor(), retry.jitter());
    }

    private static io.grape.core.tube.RetrySettings ours(RetrySettings shown) {
        return new io.grape.core.tube.RetrySettings(shown.first(), shown.most(), shown.factor(), shown.jitter());
    }
}
