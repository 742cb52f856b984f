package io.grape.catalog;

/** How much a tube delivers and holds. */
public final class LimitFields {
    public static final Schema SCHEMA = new Schema(
            "TubeLimits",
            "LimitsSpec",
            "How much the tube delivers and holds. An absent limit is no limit.",
            "How much the tube delivers and holds. null or absent = no limit.");

    public static final Field<Integer> CONCURRENCY = SCHEMA.field("concurrency", SharedBounds.CONCURRENCY)
            .nullable()
            .describedAs("The maximum number of leases at the same time.");

    public static final Field<Double> PER_SECOND = SCHEMA.field("perSecond", SharedBounds.PER_SECOND)
            .nullable()
            .describedAs("The maximum number of deliveries per second.");

    public static final Field<Integer> BURST = SCHEMA.field("burst", SharedBounds.CONCURRENCY)
            .nullable()
            .withDefault(1)
            .describedAs("How many deliveries may come at once after a pause, with perSecond.");

    public static final Field<Long> MAX_JOBS = SCHEMA.field("maxJobs", SharedBounds.MAX_JOBS)
            .nullable()
            .describedAs("The maximum number of live jobs, whatever their state.");

    public static final Field<Long> MAX_BYTES = SCHEMA.field("maxBytes", SharedBounds.MAX_JOBS)
            .nullable()
            .describedAs("The maximum bytes of live jobs: payloads, headers, keys and labels.");

    static {
        SCHEMA.rule(draft -> SharedBounds.checkBurst(draft, PER_SECOND, BURST));
    }

    private LimitFields() {}
}
