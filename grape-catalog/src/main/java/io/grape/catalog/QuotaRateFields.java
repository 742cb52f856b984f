package io.grape.catalog;

import io.grape.catalog.Type.WholeNumber;

/** A rate of jobs of one client. */
public final class QuotaRateFields {
    public static final Schema SCHEMA =
            new Schema("QuotaRate", "QuotaRateSpec", "A rate of jobs of one client.", "A rate of jobs of one client.");

    public static final Field<Double> PER_SECOND =
            SCHEMA.field("perSecond", SharedBounds.PER_SECOND).required().describedAs("Jobs per second.");

    public static final Field<Integer> BURST = SCHEMA.field("burst", WholeNumber.ofInts(1, 1_000_000))
            .nullable()
            .alwaysShown()
            .note("Default: perSecond without its fraction, at least 1.")
            .describedAs("How many jobs may come at once after a pause.");

    static {
        SCHEMA.rule(draft -> {
            Double perSecond = draft.find(PER_SECOND);
            if (perSecond != null) {
                draft.setIfAbsent(BURST, Math.max(1, perSecond.intValue()));
            }
        });
    }

    private QuotaRateFields() {}
}
