package io.grape.redis.tube;

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
    private static final String NO_LIMIT = "-";

    private SettingFields() {}

    static TubeSettings read(Map<String, String> fields) {
        return new TubeSettings(
                Duration.ofMillis(Long.parseLong(fields.getOrDefault(TTR, "0"))),
                Integer.parseInt(fields.getOrDefault(MAX_ATTEMPTS, "0")),
                limits(fields.get(LIMITS)));
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

    private static boolean has(String value) {
        return !value.equals(NO_LIMIT);
    }

    /** As {@code limits.lua} reads them; no limits are an empty text. */
    private static String text(TubeLimits limits) {
        return limits.isNone()
                ? ""
                : Stream.of(
                                limits.concurrency(),
                                limits.perSecond(),
                                limits.burst(),
                                limits.maxJobs(),
                                limits.maxBytes())
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
        return args;
    }
}
