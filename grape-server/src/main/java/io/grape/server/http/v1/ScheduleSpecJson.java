package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.schedule.CronExpression;
import io.grape.core.schedule.CronTiming;
import io.grape.core.schedule.GapPolicy;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.OverlapPolicy;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.Timing;
import io.grape.core.schedule.WhileRunning;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** When schedules occur, as JSON. */
final class ScheduleSpecJson {
    static final Set<String> FIELDS = Set.of(
            "cron",
            "timeZone",
            "gap",
            "overlap",
            "everyMs",
            "anchor",
            "windowMs",
            "from",
            "to",
            "maxRuns",
            "missed",
            "missedWithinMs",
            "whileRunning",
            "pauseAfterFailures");

    private static final Bounds RUNS = new Bounds(1, ScheduleSpec.MAX_RUNS);
    private static final Bounds FAILURES = new Bounds(1, ScheduleSpec.MAX_FAILURES);

    private ScheduleSpecJson() {}

    static ScheduleSpec read(JsonFields given) {
        Long maxRuns = given.hasValue("maxRuns") ? given.wholeNumber("maxRuns", RUNS, 1) : null;
        Long failures =
                given.hasValue("pauseAfterFailures") ? given.wholeNumber("pauseAfterFailures", FAILURES, 1) : null;
        return new ScheduleSpec(
                timing(given),
                optional(given, "windowMs", Duration.ZERO),
                instant(given, "from"),
                instant(given, "to"),
                maxRuns == null ? null : maxRuns.intValue(),
                given.has("missed") ? MissedPolicy.parse(text(given, "missed")) : MissedPolicy.ONE,
                given.hasValue("missedWithinMs") ? given.millis("missedWithinMs") : null,
                given.has("whileRunning") ? WhileRunning.parse(text(given, "whileRunning")) : WhileRunning.ALLOW,
                failures == null ? null : failures.intValue());
    }

    private static String text(JsonFields given, String name) {
        String text = given.text(name);
        return text == null ? "" : text;
    }

    private static Duration optional(JsonFields given, String name, Duration usual) {
        Duration value = given.hasValue(name) ? given.millis(name) : null;
        return value == null ? usual : value;
    }

    private static @Nullable Instant instant(JsonFields given, String name) {
        return given.hasValue(name) ? given.instant(name) : null;
    }

    private static Timing timing(JsonFields given) {
        if (given.has("cron") == given.has("everyMs")) {
            throw GrapeException.badValue("cron, everyMs", "one of them", given.has("cron") ? "both" : "neither");
        }
        if (given.has("cron")) {
            refuse(given, "anchor", "everyMs");
            return new CronTiming(
                    CronExpression.parse(text(given, "cron")),
                    CronTiming.parseZone(given.has("timeZone") ? text(given, "timeZone") : CronTiming.UTC),
                    given.has("gap") ? GapPolicy.parse(text(given, "gap")) : GapPolicy.NEXT,
                    given.has("overlap") ? OverlapPolicy.parse(text(given, "overlap")) : OverlapPolicy.FIRST);
        }
        List.of("timeZone", "gap", "overlap").forEach(name -> refuse(given, name, "cron"));
        Instant anchor = instant(given, "anchor");
        Duration every = given.millis("everyMs");
        return new IntervalTiming(every == null ? Duration.ZERO : every, anchor == null ? Instant.EPOCH : anchor);
    }

    private static void refuse(JsonFields given, String name, String other) {
        if (given.hasValue(name)) {
            throw GrapeException.badValue(name, "it only with " + other, "it without");
        }
    }

    static JsonObject put(JsonObject json, ScheduleSpec spec) {
        if (spec.timing() instanceof CronTiming cron) {
            json.put("cron", cron.cron().toString())
                    .put("timeZone", cron.zone().getId())
                    .put("gap", cron.gap().wireName())
                    .put("overlap", cron.overlap().wireName());
        } else if (spec.timing() instanceof IntervalTiming interval) {
            json.put("everyMs", interval.every().toMillis()).put("anchor", Rfc3339.text(interval.anchor()));
        }
        Duration within = spec.missedWithin();
        if (within == null && spec.missed() == MissedPolicy.ALL) {
            within = ScheduleSpec.DEFAULT_MISSED_WITHIN;
        }
        return json.put("windowMs", spec.window().toMillis())
                .put("from", Rfc3339.text(spec.from()))
                .put("to", Rfc3339.text(spec.to()))
                .put("maxRuns", spec.maxRuns())
                .put("missed", spec.missed().wireName())
                .put("missedWithinMs", within == null ? null : within.toMillis())
                .put("whileRunning", spec.whileRunning().wireName())
                .put("pauseAfterFailures", spec.pauseAfterFailures());
    }
}
