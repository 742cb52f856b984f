package io.grape.catalog;

import io.grape.catalog.Type.Bool;

/** The settings of one key that replace those of its tube. */
public final class KeyOverrideFields {
    public static final Schema SCHEMA = new Schema(
            "KeyValues",
            "KeyOverride",
            "The values in effect for a key. An absent limit is no limit.",
            "The settings of one key that replace those of its tube. null or absent = as the tube has it.");

    public static final Field<Double> WEIGHT = SCHEMA.field("weight", SharedBounds.WEIGHT)
            .nullable()
            .withDefault(1.0)
            .alwaysShown()
            .describedAs("The key's share in relation to other keys.");

    public static final Field<Integer> CONCURRENCY = SCHEMA.field("concurrency", SharedBounds.CONCURRENCY)
            .nullable()
            .describedAs(KeyFields.CONCURRENCY.description());

    public static final Field<Double> PER_SECOND = SCHEMA.field("perSecond", SharedBounds.PER_SECOND)
            .nullable()
            .describedAs(KeyFields.PER_SECOND.description());

    public static final Field<Integer> BURST = SCHEMA.field("burst", SharedBounds.CONCURRENCY)
            .nullable()
            .withDefault(1)
            .describedAs(KeyFields.BURST.description());

    public static final Field<Long> MAX_JOBS =
            SCHEMA.field("maxJobs", SharedBounds.MAX_JOBS).nullable().describedAs(KeyFields.MAX_JOBS.description());

    public static final Field<Boolean> PAUSED = SCHEMA.field("paused", new Bool())
            .withDefault(false)
            .alwaysShown()
            .describedAs("No job of the key is delivered.");

    static {
        SCHEMA.rule(draft -> SharedBounds.checkBurst(draft, PER_SECOND, BURST));
    }

    private KeyOverrideFields() {}
}
