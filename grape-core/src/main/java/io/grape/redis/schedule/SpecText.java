package io.grape.redis.schedule;

import io.grape.core.schedule.CronExpression;
import io.grape.core.schedule.CronTiming;
import io.grape.core.schedule.GapPolicy;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.OverlapPolicy;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.Timing;
import io.grape.core.schedule.WhileRunning;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** When a schedule occurs as it is stored: a line {@code name value} for each field. Source: {@code docs/storage.md}. */
final class SpecText {
    private SpecText() {}

    static String write(ScheduleSpec spec) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (spec.timing() instanceof CronTiming cron) {
            fields.put("cron", cron.cron());
            fields.put("timeZone", cron.zone());
            fields.put("gap", cron.gap().wireName());
            fields.put("overlap", cron.overlap().wireName());
        } else if (spec.timing() instanceof IntervalTiming interval) {
            fields.put("everyMs", interval.every().toMillis());
            fields.put("anchor", interval.anchor().toEpochMilli());
        }
        fields.put("windowMs", spec.window().toMillis());
        put(fields, "from", spec.from());
        put(fields, "to", spec.to());
        if (spec.maxRuns() != null) {
            fields.put("maxRuns", spec.maxRuns());
        }
        fields.put("missed", spec.missed().wireName());
        Duration within = spec.missedWithin();
        if (within != null) {
            fields.put("missedWithinMs", within.toMillis());
        }
        fields.put("whileRunning", spec.whileRunning().wireName());
        if (spec.pauseAfterFailures() != null) {
            fields.put("pauseAfterFailures", spec.pauseAfterFailures());
        }
        StringBuilder text = new StringBuilder();
        fields.forEach(
                (name, value) -> text.append(name).append(' ').append(value).append('\n'));
        return text.toString();
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Instant value) {
        if (value != null) {
            fields.put(name, value.toEpochMilli());
        }
    }

    static ScheduleSpec read(String text) {
        Fields fields = new Fields(new HashMap<>());
        for (String line : text.split("\n", -1)) {
            int space = line.indexOf(' ');
            if (space > 0) {
                fields.values().put(line.substring(0, space), line.substring(space + 1));
            }
        }
        Long maxRuns = fields.number("maxRuns");
        Long within = fields.number("missedWithinMs");
        Long failures = fields.number("pauseAfterFailures");
        return new ScheduleSpec(
                timing(fields),
                Duration.ofMillis(fields.required("windowMs")),
                fields.instant("from"),
                fields.instant("to"),
                maxRuns == null ? null : maxRuns.intValue(),
                MissedPolicy.parse(fields.text("missed")),
                within == null ? null : Duration.ofMillis(within),
                WhileRunning.parse(fields.text("whileRunning")),
                failures == null ? null : failures.intValue());
    }

    private static Timing timing(Fields fields) {
        if (fields.values().containsKey("everyMs")) {
            return new IntervalTiming(
                    Duration.ofMillis(fields.required("everyMs")), Instant.ofEpochMilli(fields.required("anchor")));
        }
        return new CronTiming(
                CronExpression.parse(fields.text("cron")),
                ZoneId.of(fields.text("timeZone")),
                GapPolicy.parse(fields.text("gap")),
                OverlapPolicy.parse(fields.text("overlap")));
    }

    private record Fields(Map<String, String> values) {
        String text(String name) {
            return Objects.requireNonNull(values.get(name), name);
        }

        long required(String name) {
            return Long.parseLong(text(name));
        }

        @Nullable
        Long number(String name) {
            String value = values.get(name);
            return value == null ? null : Long.valueOf(value);
        }

        @Nullable
        Instant instant(String name) {
            Long value = number(name);
            return value == null ? null : Instant.ofEpochMilli(value);
        }
    }
}
