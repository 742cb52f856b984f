package io.grape.catalog;

import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Text;
import io.grape.catalog.Type.Timestamp;
import io.grape.catalog.Type.WholeNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** When a schedule occurs, and what happens if an occurrence was missed or the one before it is still running. */
public final class ScheduleFields {
    public static final Schema SCHEMA =
            new Schema("ScheduleTiming", "ScheduleTimingSpec", "When a schedule occurs.", "When a schedule occurs.");

    public static final Field<String> CRON = SCHEMA.field("cron", new Text(200))
            .describedAs("Five fields: minute, hour, day of month, month, day of week.");

    public static final Field<String> TIME_ZONE = SCHEMA.field("timeZone", new Text(200))
            .nullable()
            .withDefault("UTC")
            .shownWith(CRON)
            .describedAs("UTC or an IANA id with a slash.");

    public static final Field<String> GAP = SCHEMA.field("gap", Type.namedChoice("GapPolicy", "next", "skip"))
            .nullable()
            .withDefault("next")
            .shownWith(CRON)
            .describedAs("When it occurs if its local time does not exist: at the next instant, or not at all.");

    public static final Field<String> OVERLAP = SCHEMA.field(
                    "overlap", Type.namedChoice("OverlapPolicy", "first", "second", "both"))
            .nullable()
            .withDefault("first")
            .shownWith(CRON)
            .describedAs("When it occurs if its local time exists twice.");

    public static final Field<Duration> EVERY = SCHEMA.field(
                    "everyMs", Millis.between(Duration.ofSeconds(1), SharedBounds.MAX_DURATION))
            .describedAs("The interval, instead of cron.");

    public static final Field<Instant> ANCHOR = SCHEMA.field("anchor", Timestamp.DUE_TIME)
            .nullable()
            .note("Default: 1970.")
            .describedAs("The instant from which intervals are counted.");

    public static final Field<Duration> WINDOW = SCHEMA.field(
                    "windowMs", Millis.between(Duration.ZERO, SharedBounds.MAX_DURATION))
            .nullable()
            .withDefault(Duration.ZERO)
            .alwaysShown()
            .describedAs("Each occurrence is due at a random time within this window after its instant.");

    public static final Field<Instant> FROM = SCHEMA.field("from", Timestamp.DUE_TIME)
            .shownAsNull()
            .describedAs("The first instant at which it may occur.");

    public static final Field<Instant> TO = SCHEMA.field("to", Timestamp.DUE_TIME)
            .shownAsNull()
            .describedAs("It does not occur at this instant or later.");

    public static final Field<Integer> MAX_RUNS = SCHEMA.field("maxRuns", WholeNumber.ofInts(1, 1_000_000_000))
            .shownAsNull()
            .describedAs("The maximum number of occurrences; null = no limit.");

    public static final Field<String> MISSED = SCHEMA.field(
                    "missed", Type.namedChoice("MissedPolicy", "one", "skip", "all"))
            .withDefault("one")
            .alwaysShown()
            .describedAs("Which occurrences are caught up on if no broker was there to create them.");

    public static final Field<Duration> MISSED_WITHIN = SCHEMA.field(
                    "missedWithinMs", Millis.between(SharedBounds.ONE_MS, SharedBounds.MAX_DURATION))
            .shownAsNull()
            .describedAs("How old an occurrence may be to be caught up on.");

    public static final Field<String> WHILE_RUNNING = SCHEMA.field(
                    "whileRunning", Type.namedChoice("WhileRunning", "allow", "skip", "queue"))
            .withDefault("allow")
            .alwaysShown()
            .describedAs("What happens to an occurrence while the one before it is running.");

    public static final Field<Integer> PAUSE_AFTER_FAILURES = SCHEMA.field(
                    "pauseAfterFailures", WholeNumber.ofInts(1, 1000))
            .shownAsNull()
            .describedAs("How many runs in a row must fail to pause the schedule; null = it is never paused.");

    static {
        SCHEMA.rule(draft -> {
            if (draft.has(CRON) == draft.has(EVERY)) {
                throw draft.refusal(List.of(CRON, EVERY), "one of them", draft.has(CRON) ? "both" : "neither");
            }
            if (draft.has(CRON)) {
                onlyWith(draft, EVERY, ANCHOR);
            } else {
                onlyWith(draft, CRON, TIME_ZONE, GAP, OVERLAP);
            }
        });
        SCHEMA.rule(draft -> {
            Instant from = draft.find(FROM);
            Instant to = draft.find(TO);
            if (from != null && to != null && !to.isAfter(from)) {
                throw draft.refusal(TO, "an instant after from", to);
            }
        });
        SCHEMA.rule(draft -> {
            if (draft.has(MISSED_WITHIN) && draft.get(MISSED).equals("skip")) {
                throw draft.refusal(MISSED_WITHIN, "it with missed one or all", "it with skip");
            }
        });
    }

    private ScheduleFields() {}

    private static void onlyWith(Draft draft, Field<?> other, Field<?>... fields) {
        for (Field<?> field : fields) {
            if (draft.has(field)) {
                throw draft.refusal(field, "it only with " + other, "it without");
            }
        }
    }
}
