package io.grape.redis.tube;

import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.ExpireTo;
import io.grape.core.tube.KeepChange;
import io.grape.core.tube.KeepSettings;
import io.grape.core.tube.RetrySettings;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.script.Args;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings among the fields of a tube's hash. */
final class SettingFields {
    private static final String TTR = "ttr";
    private static final String MAX_ATTEMPTS = "maxAttempts";
    private static final String LIMITS = "limits";
    private static final String KEYS = "keys";
    private static final String RETRY = "retry";
    private static final String WINDOW = "window";
    private static final String KEEP = "keepMs";
    private static final String KEEP_MOST = "keepMost";
    private static final String KEEP_BYTES = "keepBytes";
    private static final String KEEP_PAYLOAD = "keepPayload";
    private static final String RESULT_MAX = "resultMax";
    private static final String EXPIRY = "expiry";
    private static final String EXPIRE_TO = "expireTo";
    private static final String LATENESS_TARGET = "latenessTarget";
    private static final String NO_LIMIT = "-";
    /** Of a tube whose lanes are still being emptied. */
    private static final String OFF = "off";

    private SettingFields() {}

    static TubeSettings read(Map<String, String> fields) {
        return new TubeSettings(
                Duration.ofMillis(Long.parseLong(fields.getOrDefault(TTR, "0"))),
                Integer.parseInt(fields.getOrDefault(MAX_ATTEMPTS, "0")),
                limits(fields.get(LIMITS)),
                keys(fields.getOrDefault(KEYS, OFF)),
                retry(fields.get(RETRY)),
                Duration.ofMillis(Long.parseLong(fields.getOrDefault(WINDOW, "0"))),
                keep(fields),
                Duration.ofMillis(Long.parseLong(fields.getOrDefault(EXPIRY, "0"))),
                fields.containsKey(EXPIRE_TO) ? ExpireTo.parse(fields.get(EXPIRE_TO)) : ExpireTo.DROP,
                Duration.ofMillis(Long.parseLong(fields.getOrDefault(LATENESS_TARGET, "0"))));
    }

    private static KeepSettings keep(Map<String, String> fields) {
        KeepSettings usual = KeepSettings.NONE;
        return new KeepSettings(
                Duration.ofMillis(Long.parseLong(fields.getOrDefault(KEEP, "0"))),
                fields.containsKey(KEEP_MOST) ? Integer.parseInt(fields.get(KEEP_MOST)) : usual.most(),
                Long.parseLong(fields.getOrDefault(KEEP_BYTES, "0")),
                fields.containsKey(KEEP_PAYLOAD),
                fields.containsKey(RESULT_MAX) ? Integer.parseInt(fields.get(RESULT_MAX)) : usual.resultBytes());
    }

    static KeySettings keys(String stored) {
        if (stored.equals(OFF) || stored.isEmpty()) {
            return KeySettings.OFF;
        }
        String[] values = stored.split(" ", -1);
        return new KeySettings(
                KeyOrder.valueOf(values[0]),
                has(values[1]) ? Integer.valueOf(values[1]) : null,
                has(values[2]) ? Double.valueOf(values[2]) : null,
                has(values[3]) ? Integer.valueOf(values[3]) : null,
                Boolean.parseBoolean(values[4]),
                OnFailure.valueOf(values[5]),
                has(values[6]) ? Long.valueOf(values[6]) : null);
    }

    /**
     * The values in effect for a key. What its override does not say is as the tube says; its weight is that of a
     * produce.
     *
     * @param override as it is stored, empty = none
     */
    static KeyOverride inEffect(String override, KeySettings ofTube, @Nullable Double producedWeight) {
        String[] values = (override.isEmpty() ? "- - - - - -" : override).split(" ", -1);
        boolean hasRate = has(values[2]);
        return new KeyOverride(
                has(values[0])
                        ? Double.valueOf(values[0])
                        : producedWeight == null ? Double.valueOf(1) : producedWeight,
                has(values[1]) && !ofTube.ordered() ? Integer.valueOf(values[1]) : ofTube.concurrency(),
                hasRate ? Double.valueOf(values[2]) : ofTube.perSecond(),
                hasRate ? (has(values[3]) ? Integer.valueOf(values[3]) : null) : ofTube.burst(),
                has(values[4]) ? Long.valueOf(values[4]) : ofTube.maxJobs(),
                has(values[5]));
    }

    private static TubeLimits limits(@Nullable String stored) {
        if (stored == null) {
            return TubeLimits.NONE;
        }
        String[] values = stored.split(" ", -1);
        return new TubeLimits(
                has(values[0]) ? Integer.valueOf(values[0]) : null,
                has(values[1]) ? Double.valueOf(values[1]) : null,
                has(values[2]) ? Integer.valueOf(values[2]) : null,
                has(values[3]) ? Long.valueOf(values[3]) : null,
                has(values[4]) ? Long.valueOf(values[4]) : null);
    }

    private static RetrySettings retry(@Nullable String stored) {
        if (stored == null) {
            return RetrySettings.NONE;
        }
        String[] values = stored.split(" ", -1);
        return new RetrySettings(
                Duration.ofMillis(Long.parseLong(values[0])),
                Duration.ofMillis(Long.parseLong(values[1])),
                Double.parseDouble(values[2]),
                Double.parseDouble(values[3]));
    }

    private static boolean has(String value) {
        return !value.equals(NO_LIMIT);
    }

    /** As {@code limits.lua} reads them; no limits are an empty text. */
    private static String text(TubeLimits limits) {
        return limits.isNone()
                ? ""
                : text(limits.concurrency(), limits.perSecond(), limits.burst(), limits.maxJobs(), limits.maxBytes());
    }

    /** As {@code lanes.lua} reads them; no keys are an empty text. */
    private static String text(KeySettings keys) {
        return keys.isOff()
                ? ""
                : text(
                        keys.order(),
                        keys.concurrency(),
                        keys.perSecond(),
                        keys.burst(),
                        keys.ordered(),
                        keys.onFailure(),
                        keys.maxJobs());
    }

    /** As {@code retry.lua} reads it; none is an empty text. */
    private static String text(RetrySettings retry) {
        return retry.isNone()
                ? ""
                : text(retry.first().toMillis(), retry.most().toMillis(), retry.factor(), retry.jitter());
    }

    private static String text(@Nullable Object... values) {
        return Stream.of(values)
                .map(value -> value == null ? NO_LIMIT : value.toString())
                .collect(Collectors.joining(" "));
    }

    /** Adds the name and the value of each setting that changes. */
    static Args add(Args args, TubeSettingsChange change) {
        Duration ttr = change.ttr();
        if (ttr != null) {
            args.add(TTR).add(ttr.toMillis());
        }
        Integer attempts = change.maxAttempts();
        if (attempts != null) {
            args.add(MAX_ATTEMPTS).add(attempts);
        }
        TubeLimits limits = change.limits();
        if (limits != null) {
            args.add(LIMITS).add(text(limits));
        }
        KeySettings keys = change.keys();
        if (keys != null) {
            args.add(KEYS).add(text(keys));
        }
        RetrySettings retry = change.retry();
        if (retry != null) {
            args.add(RETRY).add(text(retry));
        }
        Duration dedup = change.dedup();
        if (dedup != null) {
            args.add(WINDOW).addOptional(dedup.isZero() ? null : dedup.toMillis());
        }
        Duration expire = change.expire();
        if (expire != null) {
            args.add(EXPIRY).addOptional(expire.isZero() ? null : expire.toMillis());
        }
        ExpireTo expireTo = change.expireTo();
        if (expireTo != null) {
            args.add(EXPIRE_TO).add(expireTo == ExpireTo.DROP ? "" : expireTo.wireName());
        }
        Duration target = change.latenessTarget();
        if (target != null) {
            args.add(LATENESS_TARGET).addOptional(target.isZero() ? null : target.toMillis());
        }
        return add(args, change.keep());
    }

    /** What is as usual is not stored. */
    private static Args add(Args args, KeepChange keep) {
        KeepSettings usual = KeepSettings.NONE;
        Duration time = keep.time();
        if (time != null) {
            args.add(KEEP).addOptional(time.isZero() ? null : time.toMillis());
        }
        Integer most = keep.most();
        if (most != null) {
            args.add(KEEP_MOST).addOptional(most == usual.most() ? null : Long.valueOf(most));
        }
        Long bytes = keep.bytes();
        if (bytes != null) {
            args.add(KEEP_BYTES).addOptional(bytes == 0 ? null : bytes);
        }
        Boolean payload = keep.payload();
        if (payload != null) {
            args.add(KEEP_PAYLOAD).addOptional(payload ? Long.valueOf(1) : null);
        }
        Integer result = keep.resultBytes();
        if (result != null) {
            args.add(RESULT_MAX).addOptional(result == usual.resultBytes() ? null : Long.valueOf(result));
        }
        return args;
    }
}
