package io.grape.server.http.openapi;

import io.grape.core.operation.OperationState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about operations on many jobs hold. */
interface OperationRecords {

    /** Declared by {@link io.grape.catalog.OperationFields}. */
    record OperationValuesSpec() {}

    /** The same in a response, which calls the state of the jobs {@code from}. */
    record OperationValues() {}

    record OperationSpec(
            @Flat OperationValuesSpec values,

            @Says(value = "Changes nothing, and tells what it would be about.", also = "'default':false")
            Optional<Boolean> dryRun) {}

    record OperationPreview(
            Scalars.Count matching,
            @Says("false when not all jobs were looked at") boolean exact,
            @Says(also = "'maxItems':20") List<JobRecords.Job> sample) {}

    record Operation(
            String id,
            @Flat OperationValues values,
            @Says("Of the operation.") OperationState state,

            @Says("Why it ended, where its state does not say all.")
            Optional<String> why,

            @Says("How many jobs it was about when it began.")
            Scalars.Count matching,

            Scalars.Count done,

            @Says("How many of them were consumed or changed meanwhile, and left alone.")
            Scalars.Count skipped,

            @Says("How many jobs of the tube have failed since it began.")
            Scalars.Count failuresSince,

            Instant createdAt,
            Optional<String> createdBy,
            Optional<Instant> endedAt,
            @Says("About how long it still takes.") Optional<Scalars.Count> etaMs) {}

    record OperationPage(
            @Says(also = JobRecords.BATCH) List<Operation> operations,

            @Says("How many run, on whatever page. A caller restricted to some tubes gets the number of those shown.")
            Scalars.SmallCount running,

            @Says(JobRecords.NEXT) @Nullable String next) {}
}
