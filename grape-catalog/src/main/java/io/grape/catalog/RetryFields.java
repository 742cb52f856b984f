package io.grape.catalog;

import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import java.time.Duration;

/** The delay before a job is delivered again. */
public final class RetryFields {
    public static final Duration DEFAULT_MAX_DELAY = Duration.ofHours(12);
    private static final Millis DELAY = Millis.between(SharedBounds.ONE_MS, SharedBounds.MAX_DURATION);

    public static final Schema SCHEMA = new Schema(
            "Retry",
            "RetrySpec",
            "The delay before a job is delivered again.",
            "The delay before a job is delivered again, after its lease expired or it was released without delayMs.");

    public static final Field<Duration> INITIAL_DELAY =
            SCHEMA.field("initialDelayMs", DELAY).required().describedAs("The delay after the first attempt.");

    public static final Field<Duration> MAX_DELAY = SCHEMA.field("maxDelayMs", DELAY)
            .notBelow(INITIAL_DELAY)
            .alwaysShown()
            .note("Default: 12 h, or initialDelayMs if that is longer.")
            .describedAs("The longest delay.");

    public static final Field<Double> FACTOR = SCHEMA.field("factor", new Decimal(1, 100))
            .nullable()
            .withDefault(2.0)
            .alwaysShown()
            .describedAs("The factor by which each further delay grows.");

    public static final Field<Double> JITTER = SCHEMA.field("jitter", new Decimal(0, 1))
            .nullable()
            .withDefault(0.5)
            .alwaysShown()
            .describedAs("The share of the delay that is random.");

    static {
        SCHEMA.rule(draft -> {
            Duration first = draft.find(INITIAL_DELAY);
            draft.setIfAbsent(
                    MAX_DELAY, first == null || first.compareTo(DEFAULT_MAX_DELAY) < 0 ? DEFAULT_MAX_DELAY : first);
            draft.setIfAbsent(FACTOR, FACTOR.defaultValue());
            draft.setIfAbsent(JITTER, JITTER.defaultValue());
        });
    }

    private RetryFields() {}
}
