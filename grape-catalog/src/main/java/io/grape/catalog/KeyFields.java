package io.grape.catalog;

import io.grape.catalog.Type.Bool;

/** How the keys of a tube share it. */
public final class KeyFields {
    public static final Schema SCHEMA = new Schema(
            "Keys",
            "KeysSpec",
            "How the keys of the tube share it. An absent limit is no limit.",
            "How the keys of the tube share it. null or absent = no limit.");

    public static final Field<Boolean> FAIR = SCHEMA.field("fair", new Bool())
            .withDefault(true)
            .alwaysShown()
            .describedAs("The keys take turns; false = jobs are delivered by due time, whatever their key.");

    public static final Field<String> FAIR_BY = SCHEMA.field("fairBy", Type.choice("jobs", "time"))
            .withDefault("jobs")
            .shownWith(FAIR)
            .describedAs("What the keys get equal shares of: the number of jobs, or their run time.");

    public static final Field<Integer> CONCURRENCY = SCHEMA.field("concurrency", SharedBounds.CONCURRENCY)
            .nullable()
            .describedAs("The maximum number of leases of one key at the same time.");

    public static final Field<Double> PER_SECOND = SCHEMA.field("perSecond", SharedBounds.PER_SECOND)
            .nullable()
            .describedAs("The maximum number of deliveries of one key per second.");

    public static final Field<Integer> BURST = SCHEMA.field("burst", SharedBounds.CONCURRENCY)
            .nullable()
            .withDefault(1)
            .describedAs("How many deliveries of one key may come at once after a pause, with perSecond.");

    public static final Field<Long> MAX_JOBS = SCHEMA.field("maxJobs", SharedBounds.MAX_JOBS)
            .nullable()
            .describedAs("The maximum number of live jobs of one key, except failed ones.");

    public static final Field<Boolean> ORDERED = SCHEMA.field("ordered", new Bool())
            .withDefault(false)
            .alwaysShown()
            .note("Then concurrency is 1.")
            .describedAs("Jobs of one key and priority never overtake each other.");

    public static final Field<String> ON_FAILURE = SCHEMA.field("onFailure", Type.choice("skip", "block"))
            .withDefault("skip")
            .shownWith(ORDERED)
            .describedAs("What happens to the jobs behind a failed one of the same key, when ordered.");

    static {
        SCHEMA.rule(draft -> {
            draft.setIfAbsent(FAIR, true);
            if (draft.get(FAIR)) {
                draft.setIfAbsent(FAIR_BY, "jobs");
            } else if (draft.has(FAIR_BY)) {
                throw draft.refusal(FAIR_BY, "none, as fair is false", "'" + draft.get(FAIR_BY) + "'");
            }
        });
        SCHEMA.rule(draft -> SharedBounds.checkBurst(draft, PER_SECOND, BURST));
        SCHEMA.rule(draft -> {
            draft.setIfAbsent(ORDERED, false);
            Integer concurrency = draft.find(CONCURRENCY);
            boolean isOrdered = draft.get(ORDERED);
            if (isOrdered && concurrency != null && concurrency != 1) {
                throw draft.refusal(CONCURRENCY, "1, as the tube is ordered", concurrency);
            }
            if (!isOrdered && draft.get(ON_FAILURE).equals("block")) {
                throw draft.refusal(ON_FAILURE, "skip, as the tube is not ordered", "block");
            }
            if (!isOrdered) {
                draft.remove(ON_FAILURE);
            } else {
                draft.set(CONCURRENCY, 1);
                draft.setIfAbsent(ON_FAILURE, "skip");
            }
        });
    }

    private KeyFields() {}
}
