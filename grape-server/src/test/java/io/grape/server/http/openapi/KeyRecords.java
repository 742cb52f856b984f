package io.grape.server.http.openapi;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about the keys of tubes hold. */
interface KeyRecords {
    String WEIGHTS = "'minimum':0.01,'maximum':1000";
    String PRODUCED_WEIGHT =
            "The share of its key beside other keys, while the key has no other in an override. Only with key.";

    /** Declared by {@link io.grape.catalog.KeyOverrideFields}. */
    record KeyOverride() {}

    /** The same in a response, with the values in effect. */
    record KeyValues() {}

    @Says("A key of a tube, with the values in effect. An absent limit is no limit.")
    record Key(
            Scalars.Key key,
            @Flat KeyValues values,
            @Says("It has an override.") boolean overridden,

            @Says("Its delayed and ready jobs.") Scalars.Count waiting,

            @Says("Its leases.") Scalars.Count held,

            @Says(
                    value = "The weight that the last produce named for it. Absent if none did while it has jobs.",
                    also = WEIGHTS)
            Optional<Double> producedWeight,

            @Says("How long its first ready job has been due. Absent if none is ready.")
            Optional<Scalars.Count> oldestReadyMs) {}

    record KeyPage(
            @Says(also = JobRecords.BATCH) List<Key> keys,
            @Says(JobRecords.NEXT) @Nullable String next) {}
}
