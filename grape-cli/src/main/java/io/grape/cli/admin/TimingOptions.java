package io.grape.cli.admin;

import io.grape.client.ScheduleSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** When a schedule occurs. The broker checks it. */
final class TimingOptions {
    @ArgGroup(multiplicity = "1")
    private Timing timing = new Timing();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "of a cron expression, such as Europe/Berlin; default: UTC")
    private @Nullable String zone;

    @Option(names = "--gap", paramLabel = "WHAT", description = "a local time that does not exist: next or skip")
    private @Nullable String gap;

    @Option(
            names = "--overlap",
            paramLabel = "WHAT",
            description = "a local time that exists twice: first, second or both")
    private @Nullable String overlap;

    @Option(names = "--anchor", paramLabel = "TIME", description = "what intervals are counted from; default: 1970")
    private @Nullable Instant anchor;

    @Option(names = "--window", paramLabel = "TIME", description = "jobs are due up to so much later")
    private @Nullable Duration window;

    @Option(names = "--from", paramLabel = "TIME", description = "it does not occur before")
    private @Nullable Instant from;

    @Option(names = "--to", paramLabel = "TIME", description = "it does not occur then and after")
    private @Nullable Instant to;

    @Option(names = "--max-runs", paramLabel = "N", description = "how many occurrences are made")
    private @Nullable Integer maxRuns;

    @Option(names = "--missed", paramLabel = "WHAT", description = "what is made up for: one, skip or all")
    private @Nullable String missed;

    @Option(names = "--missed-within", paramLabel = "TIME", description = "how old that may be")
    private @Nullable Duration missedWithin;

    @Option(
            names = "--while-running",
            paramLabel = "WHAT",
            description = "while the last one runs: allow, skip or queue")
    private @Nullable String whileRunning;

    @Option(
            names = "--pause-after-failures",
            paramLabel = "N",
            description = "runs that failed one after the other pause it")
    private @Nullable Integer pauseAfterFailures;

    /** By the calendar, or at an interval. */
    static final class Timing {
        @Option(
                names = "--cron",
                paramLabel = "EXPR",
                description = "five fields: minute, hour, day of month, month, day of week")
        private @Nullable String cron;

        @Option(names = "--every", paramLabel = "TIME", description = "an interval, such as 15m")
        private @Nullable Duration every;
    }

    ScheduleSettings settings() {
        return ScheduleSettings.of(fields());
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "cron", timing.cron);
        put(fields, "everyMs", timing.every);
        put(fields, "timeZone", zone);
        put(fields, "gap", gap);
        put(fields, "overlap", overlap);
        put(fields, "anchor", anchor);
        put(fields, "windowMs", window);
        put(fields, "from", from);
        put(fields, "to", to);
        put(fields, "maxRuns", maxRuns);
        put(fields, "missed", missed);
        put(fields, "missedWithinMs", missedWithin);
        put(fields, "whileRunning", whileRunning);
        put(fields, "pauseAfterFailures", pauseAfterFailures);
        return fields;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value instanceof Duration duration) {
            fields.put(name, duration.toMillis());
        } else if (value instanceof Integer number) {
            fields.put(name, number.longValue());
        } else if (value != null) {
            fields.put(name, Objects.toString(value));
        }
    }
}
