package io.grape.server.http.openapi;

import io.grape.core.TubeName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about tubes hold. */
interface TubeRecords {
    /** The settings, as {@link io.grape.catalog.TubeFields} declares them. */
    record Settings() {}

    /** The same in a request that changes them. */
    record SettingsSpec() {}

    record Pause(@Says("null = until resumed") @Nullable Instant until, String reason) {}

    record Counts(
            Scalars.Count delayed,
            Scalars.Count ready,
            Scalars.Count retained,
            Scalars.Count failed,
            Scalars.Count gated) {}

    record Totals(
            Scalars.Count produced,
            Scalars.Count consumed,
            Scalars.Count finished,
            Scalars.Count released,
            Scalars.Count buried,
            Scalars.Count kicked,
            Scalars.Count expired,
            Scalars.Count deleted,
            Scalars.Count discarded,
            Scalars.Count dropped,
            Scalars.Count expiredUnstarted,
            Scalars.Count moved,
            Scalars.Count dedupIdsDropped,
            Scalars.Count resultsDropped) {}

    record Tube(
            TubeName name,
            Settings settings,
            @Says("null while it delivers") @Nullable Pause paused,
            Counts counts,
            @Says("Since the tube was made.") Totals totals,

            @Says("How many finished jobs are kept; there where the tube keeps any.")
            Optional<Scalars.Count> kept,

            @Says("How many bytes of them; there where the tube keeps any.")
            Optional<Scalars.Count> keptBytes,

            @Says("Whether a job waits for longer than latenessTargetMs; there with that setting.")
            Optional<Boolean> latenessTargetMissed,

            @Says("How long the job that is ready for longest has been so.")
            Scalars.@Nullable Count oldestReadyMs,

            @Says("When the next delayed job becomes ready.") @Nullable
            Instant nextDueAt,

            @Says("There with activity=true.") Optional<Activity> activity) {}

    record Scale(
            Scalars.Count ready,

            @Says("How long the job that is ready for longest has been so.")
            Scalars.@Nullable Count oldestReadyMs,

            @Says("How many jobs must run at the same time so that none waits longer than latenessTargetMs.")
            Scalars.Count workers) {}

    record TubePage(
            @Says(also = JobRecords.BATCH) List<Tube> tubes,
            @Says(JobRecords.NEXT) @Nullable String next) {}

    @Says("What happened in the last hour.")
    record Activity(
            @Says("By the minute.") List<Scalars.Count> produced,
            @Says("By the minute.") List<Scalars.Count> finished,
            TubeRates perSecond,
            @Nullable Lateness lateness) {}

    record TubeRates(Scalars.Rate produced, Scalars.Rate finished, Scalars.Rate released, Scalars.Rate buried) {}

    @Says("From due to delivered.")
    record Lateness(Scalars.Count p50Ms, Scalars.Count p95Ms, Scalars.Count p99Ms, Scalars.Count samples) {}
}
