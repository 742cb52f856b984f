package io.grape.server.http.openapi;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.gate.GateMode;
import io.grape.core.job.ExplanationReason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the response says that explains why a job has not run. */
interface ExplanationRecords {
    record Explanation(
            JobId id,
            TubeName tube,
            Scalars.LiveState state,
            ExplanationReason reason,
            @Says("The reason in one sentence.") String detail,
            Scalars.Priority priority,
            Scalars.SmallCount attempt,
            @Says(JobRecords.NO_LIMIT) Scalars.MaxAttempts maxAttempts,
            @Nullable Instant dueAt,
            @Nullable Instant leaseUntil,

            @Says("Why it failed; null unless failed.") @Nullable
            String failure,

            @Says("null unless it can be delivered") @Nullable
            Ahead ahead,

            @Says("null while the tube delivers") TubeRecords.@Nullable Pause paused,

            @Says("When the tube last delivered any job.") @Nullable
            Instant lastDeliveredAt,

            @Says("When it expires unless it is begun by then. There when it may.")
            Optional<Instant> expiresAt,

            @Says(JobRecords.KEY + " There when it has one.")
            Optional<Scalars.Key> key,

            @Says(
                    "Leases: of the tube when the reason is TUBE_BUSY or TUBE_RATE_LIMITED, of the key when it is KEY_BUSY.")
            Optional<Scalars.Count> held,

            @Says("Its concurrency; null when it is the rate.")
            Optional<@Nullable Integer> limit,

            @Says("When it delivers again, or earlier; of a gate, when it is lifted by itself.")
            Optional<@Nullable Instant> until,

            @Says("When the reason is GATED: the gate.") Optional<String> gate,

            @Says("Of the gate.") Optional<GateMode> mode,

            @Says("Who put the gate up; null if unknown.") Optional<@Nullable String> by,

            @Says("Since when the gate is up; or the key is paused, or waits for a failed job.")
            Optional<@Nullable Instant> since,

            @Says("When the reason is KEY_BLOCKED: the failed job.")
            Optional<@Nullable String> before,

            @Says("When the reason is KEY_TURN: how many keys have their turn first.")
            Optional<Scalars.Count> lanes,

            @Says("That of the tube. There when the job has waited for longer, and nobody holds it back.")
            Optional<Long> latenessTargetMs,

            @Says(JobRecords.CANCELLED) Optional<JobRecords.Cancelled> cancelled,
            @Says(JobRecords.PROGRESS) Optional<Scalars.Percent> progress,
            @Says(JobRecords.PROGRESS) Optional<Scalars.Note> note,
            @Says(JobRecords.PROGRESS) Optional<Instant> progressAt) {}

    @Says("Jobs that are delivered before it.")
    record Ahead(
            Scalars.Count jobs,
            @Says("Not all were counted.") boolean mayBeMore) {}
}
