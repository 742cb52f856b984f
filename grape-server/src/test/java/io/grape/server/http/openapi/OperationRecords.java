package io.grape.server.http.openapi;

import io.grape.core.TubeName;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about operations on many jobs hold. */
interface OperationRecords {
    String SELECTED = "'enum':['failed','delayed','ready']";
    String A_BILLION = "'minimum':1,'maximum':1000000000";

    record OperationOptions(
            @Says(JobRecords.SIGNATURE) Optional<Scalars.Signature> reason,

            @Says("Only jobs that are due then or later.") Optional<Instant> dueFrom,

            @Says("Only jobs that are due before.") Optional<Instant> dueTo,

            @Says("Only jobs with this key.") Optional<Scalars.Key> key,

            @Says(value = "Only jobs with this label.", also = "'pattern':'^[a-z0-9._:/-]{1,64}$'")
            Optional<String> label,

            @Says(value = "Most jobs. Default: all.", also = A_BILLION)
            Optional<Long> limit,

            @Says(value = "Most jobs a second.", also = "'minimum':1,'maximum':1000000")
            Optional<Long> perSecond,

            @Says("Of a kick.") Optional<Scalars.DelayMs> delayMs,

            @Says("The tube that a move brings the jobs to.")
            Optional<TubeName> to,

            @Says(value = "It stops once so many jobs of the tube have failed since it began.", also = A_BILLION)
            Optional<Long> stopAfterFailures) {}

    record OperationSpec(
            OperationKind kind,
            TubeName tube,

            @Says(value = "Of the jobs. The operation shows it as from.", also = SELECTED)
            String state,

            @Flat OperationOptions options,

            @Says(value = "Changes nothing, and tells what it would be about.", also = "'default':false")
            Optional<Boolean> dryRun) {}

    record OperationPreview(
            Scalars.Count matching,
            @Says("false when not all jobs were looked at") boolean exact,
            @Says(also = "'maxItems':20") List<JobRecords.Job> sample) {}

    record Operation(
            String id,
            OperationKind kind,
            TubeName tube,

            @Says(value = "The state of the jobs that was asked for.", also = SELECTED)
            String from,

            @Flat OperationOptions options,
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
