package io.grape.catalog;

import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.WholeNumber;
import java.time.Duration;

/** The settings of a tube. */
public final class TubeFields {
    public static final Schema SETTINGS = new Schema(
            "Settings",
            "SettingsSpec",
            "The settings of a tube. An absent setting has its default.",
            "Settings to change. An absent setting stays as it is.");

    public static final Field<Duration> TTR = SETTINGS.field("ttrMs", SharedBounds.TTR)
            .withDefault(Duration.ofSeconds(60))
            .alwaysShown()
            .storedAs("ttr")
            .describedAs("How long a lease lasts.");

    public static final Field<Integer> MAX_ATTEMPTS = SETTINGS.field("maxAttempts", SharedBounds.MAX_ATTEMPTS)
            .withDefault(20)
            .alwaysShown()
            .describedAs("Deliveries before a job fails; 0 = no limit.");

    public static final Field<Values> LIMITS = SETTINGS.field("limits", new Nested(LimitFields.SCHEMA))
            .offIsNull(Values.NONE)
            .offMeans("none")
            .note("Replaced as a whole.")
            .needsLayout(2)
            .section("limits-of-a-tube")
            .describedAs("How much the tube delivers and holds.");

    public static final Field<Values> RETRY = SETTINGS.field("retry", new Nested(RetryFields.SCHEMA))
            .offIsNull(Values.NONE)
            .offMeans("none")
            .note("Replaced as a whole.")
            .section("retry-of-a-tube")
            .describedAs("The delay before a job is delivered again.");

    public static final Field<Duration> DEDUP_WINDOW = SETTINGS.field("dedupWindowMs", SharedBounds.DEDUP_WINDOW)
            .offIsZero(Duration.ZERO)
            .storedAs("window")
            .needsLayout(4)
            .section("dedup-window")
            .describedAs("How long the ids of ended jobs are remembered.");

    public static final Field<Duration> KEEP_FINISHED = SETTINGS.field(
                    "keepFinishedMs", Millis.atLeast(Duration.ZERO, SharedBounds.MAX_DURATION))
            .offIsZero(Duration.ZERO)
            .storedAs("keepMs")
            .needsLayout(4)
            .section("results")
            .describedAs("How long finished jobs are kept.");

    public static final Field<Integer> KEEP_FINISHED_MAX = SETTINGS.field(
                    "keepFinishedMax", WholeNumber.ofInts(1, 10_000_000))
            .withDefault(10_000_000)
            .storedAs("keepMost")
            .needsLayout(4)
            .describedAs("The maximum number of finished jobs that are kept.");

    public static final Field<Long> KEEP_FINISHED_BYTES = SETTINGS.field(
                    "keepFinishedBytes", WholeNumber.ofLongs(0, 1L << 40))
            .offIsZero(0L)
            .offMeans("no limit")
            .storedAs("keepBytes")
            .needsLayout(4)
            .describedAs("The maximum bytes of finished jobs that are kept.");

    public static final Field<Boolean> KEEP_PAYLOAD = SETTINGS.field("keepPayload", new Bool())
            .withDefault(false)
            .needsLayout(4)
            .describedAs("Whether the payloads of finished jobs are kept, too.");

    public static final Field<Integer> RESULT_MAX_BYTES = SETTINGS.field(
                    "resultMaxBytes", WholeNumber.ofInts(0, 16 * 1024 * 1024))
            .withDefault(64 * 1024)
            .storedAs("resultMax")
            .needsLayout(4)
            .describedAs("The maximum bytes of a result.");

    public static final Field<Duration> EXPIRES_AFTER = SETTINGS.field("expiresAfterMs", SharedBounds.EXPIRES_AFTER)
            .offIsZero(Duration.ZERO)
            .storedAs("expiry")
            .needsLayout(4)
            .section("expiry")
            .describedAs("How long a job may wait for its first delivery.");

    public static final Field<String> EXPIRE_TO = SETTINGS.field(
                    "expireTo", Type.namedChoice("ExpireTo", "drop", "bury"))
            .withDefault("drop")
            .shownWith(EXPIRES_AFTER)
            .describedAs("What happens to jobs that are not delivered in time.");

    public static final Field<Duration> LATENESS_TARGET = SETTINGS.field(
                    "latenessTargetMs", Millis.between(SharedBounds.ONE_MS, Duration.ofDays(1)))
            .offIsNull(Duration.ZERO)
            .offMeans("none")
            .storedAs("latenessTarget")
            .section("lateness-target")
            .describedAs("The longest time that a due job should wait.");

    public static final Field<Values> KEYS = SETTINGS.field("keys", new Nested(KeyFields.SCHEMA))
            .offIsNull(Values.NONE)
            .note("Replaced as a whole.")
            .needsLayout(3)
            .section("keys-of-a-tube")
            .describedAs("How the keys of the tube share it.");

    private TubeFields() {}
}
