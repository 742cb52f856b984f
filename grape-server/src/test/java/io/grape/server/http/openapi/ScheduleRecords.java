package io.grape.server.http.openapi;

import io.grape.core.JobId;
import io.grape.core.schedule.ScheduleState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about the schedules of tubes hold. */
interface ScheduleRecords {
    /** Declared by {@link io.grape.catalog.ScheduleFields}. */
    record ScheduleTimingSpec() {}

    /** The same in a response. */
    record ScheduleTiming() {}

    @Says("When a schedule occurs, and what its jobs are made of.")
    record ScheduleSpec(
            @Flat ScheduleTimingSpec timing,

            @Says("It has no occurrences until it is resumed.")
            Optional<Boolean> paused,

            @Says("Any JSON value. Kept byte for byte.") Optional<Object> payload,
            @Says("Any bytes, with padding.") Optional<Scalars.Base64> payloadBase64,

            @Says(
                    value = "Default: application/json with payload, application/octet-stream with payloadBase64.",
                    also = "'pattern':'^[ -~]{1,200}$'")
            Optional<String> contentType,

            @Says("Time to run. Default: the tube's.") Optional<Scalars.TtrMs> ttrMs,
            @Says("Smaller is more urgent.") Optional<Scalars.Priority> priority,
            @Says(ProduceRecords.ATTEMPTS) Optional<Scalars.MaxAttempts> maxAttempts,
            @Says(JobRecords.KEY) Optional<Scalars.Key> key,
            @Says("What its jobs are about.") Optional<List<String>> labels,
            @Says("The weight of its key.") Optional<Double> weight,

            @Says("Headers of its jobs, which get grape-scheduled-at as well.")
            Optional<Object> headers) {}

    @Says("When a schedule would occur.")
    record PreviewSpec(
            @Flat ScheduleTimingSpec timing,

            @Says(value = "How many.", also = "'minimum':1,'maximum':100,'default':5")
            Optional<Scalars.Count> n) {}

    record Previewed(
            Instant at,
            @Says("In the time zone of the schedule.") String local,
            @Says("From UTC, such as +01:00.") String offset,

            @Says(
                    value = "Whether its local time does not exist or exists twice; null = it exists once.",
                    also = "'enum':['gap','overlap']")
            @Nullable
            String fell) {}

    record SchedulePreview(List<Previewed> next) {}

    record Skipped(
            Instant at,

            @Says("TUBE_FULL and the limit, GATED and the gate, DUPLICATE, or MISSED.")
            String reason) {}

    @Says("The last occurrence that came due, and the last one that was not made.")
    record LastRun(
            Optional<JobId> id,
            Optional<Instant> at,
            Optional<Instant> dueAt,

            @Says("The state of its job; gone = finished or removed.")
            Optional<String> state,

            @Says("When its job was last delivered; null if it was not, or is gone.")
            Optional<@Nullable Instant> deliveredAt,

            Optional<Scalars.@Nullable Count> latenessMs,
            @Nullable Skipped skipped) {}

    record JobSchedule(
            String name,
            ScheduleState state,
            @Says("Grows with every change; the ETag.") Scalars.Count rev,
            @Flat ScheduleTiming timing,
            boolean paused,

            @Says("The next occurrences: up to five, in a list one.")
            List<Instant> next,

            @Says("null = none came due or was skipped.") @Nullable
            LastRun last,

            @Says("Occurrences that were made, the one that waits included.")
            Scalars.Count created,

            @Says("Occurrences that came due.") Scalars.Count runs,
            @Says("Occurrences that were not made.") Scalars.Count skipped,

            @Says("How many of the last runs failed, one after the other.")
            Scalars.Count failures,

            Optional<Scalars.@Nullable TtrMs> ttrMs,
            Optional<Scalars.Priority> priority,
            Optional<Scalars.@Nullable MaxAttempts> maxAttempts,
            Optional<Scalars.@Nullable Key> key,
            Optional<List<String>> labels,
            Optional<@Nullable Double> weight,
            Optional<String> contentType,

            @Says("true = the caller may not see what its jobs hold.")
            Optional<Boolean> payloadHidden,

            Optional<Object> headers,
            Optional<Object> payload,
            Optional<Scalars.Base64> payloadBase64) {}

    record JobSchedules(List<JobSchedule> schedules) {}

    record ScheduleRun(JobId id) {}

    record BackfillDone(
            Scalars.Count created,

            @Says("Occurrences that were there already, or are remembered as finished.")
            Scalars.Count existing,

            @Says("Occurrences that the tube did not take.") Scalars.Count refused,

            @Says("Why it did not take the last of these.") @Nullable
            String reason) {}
}
