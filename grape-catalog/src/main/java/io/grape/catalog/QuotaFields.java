package io.grape.catalog;

import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.WholeNumber;

/** How much one client may do. */
public final class QuotaFields {
    public static final Schema SCHEMA = new Schema(
            "QuotaLimits",
            "QuotaSpec",
            "How much one client may do. An absent limit is no limit.",
            "How much one client may do. null or absent = no limit; at least one limit is needed.");

    public static final Field<Values> PRODUCE = SCHEMA.field("produce", new Nested(QuotaRateFields.SCHEMA))
            .nullable()
            .describedAs("Jobs that the client produces.");

    public static final Field<Values> CONSUME = SCHEMA.field("consume", new Nested(QuotaRateFields.SCHEMA))
            .nullable()
            .describedAs("Jobs that are delivered to the client.");

    public static final Field<Integer> IN_FLIGHT = SCHEMA.field("inFlight", WholeNumber.ofInts(1, 1_000_000))
            .nullable()
            .describedAs("The client's leases and running calls at the same time, including consumes that wait.");

    private QuotaFields() {}
}
