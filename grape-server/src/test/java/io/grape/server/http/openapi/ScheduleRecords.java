package io.grape.server.http.openapi;

import io.grape.core.JobId;
import io.grape.core.schedule.GapPolicy;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.OverlapPolicy;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.WhileRunning;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about the schedules of tubes hold. */
interface ScheduleRecords {
    String CRON = "Five fields: minute, hour, day of month, month, day of week.";
    String ZONE = "UTC or an IANA id with a slash.";
    String GAP = "A fixed local time that does not exist: the next instant, or none.";
    String OVERLAP = "A fixed local time that exists twice.";
    String EVERY = "The interval, in place of cron.";
    String ANCHOR = "Intervals are counted from it.";
    String WINDOW = "Jobs are due up to so much after their instant, each schedule at its own time.";
    String FROM = "The first instant at which it may occur.";
    String TO = "From this instant on it does not occur.";
    String RUNS = "How many occurrences are made; null = no limit.";
    String MISSED = "Which occurrences are made up for that no broker made in time.";
    String WITHIN = "How old these may be.";
    String RUNNING = "What becomes of an occurrence while the one before it runs.";
    String FAILURES = "How many runs that failed one after the other pause it; null = none do.";
    String MOST_CHARS = "'maxLength':200";

    @Says("When a schedule occurs, and what its jobs are made of.")
    record ScheduleSpec(
            @Says(value = CRON, also = MOST_CHARS) Optional<String> cron,
            @Says(ZONE) Optional<String> timeZone,
            @Says(GAP) Optional<GapPolicy> gap,
            @Says(OVERLAP) Optional<OverlapPolicy> overlap,

            @Says(value = EVERY, also = "'minimum':1000") Optional<Scalars.DelayMs> everyMs,

            @Says(ANCHOR) Optional<Instant> anchor,
            @Says(WINDOW) Optional<Scalars.@Nullable DelayMs> windowMs,
            @Says(FROM) Optional<@Nullable Instant> from,
            @Says(TO) Optional<@Nullable Instant> to,

            @Says(value = RUNS, also = "'minimum':1") Optional<Scalars.@Nullable Count> maxRuns,

            @Says(MISSED) Optional<MissedPolicy> missed,
            @Says(WITHIN) Optional<Scalars.@Nullable DelayMs> missedWithinMs,

            @Says(RUNNING) Optional<WhileRunning> whileRunning,

            @Says(value = FAILURES, also = "'minimum':1") Optional<Scalars.@Nullable Count> pauseAfterFailures,

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
            @Says(value = CRON, also = MOST_CHARS) Optional<String> cron,
            @Says(ZONE) Optional<String> timeZone,
            @Says(GAP) Optional<GapPolicy> gap,
            @Says(OVERLAP) Optional<OverlapPolicy> overlap,

            @Says(value = EVERY, also = "'minimum':1000") Optional<Scalars.DelayMs> everyMs,

            @Says(ANCHOR) Optional<Instant> anchor,
            @Says(WINDOW) Optional<Scalars.@Nullable DelayMs> windowMs,
            @Says("The preview begins here. Default: now.") Optional<@Nullable Instant> from,
            @Says(TO) Optional<@Nullable Instant> to,

            @Says(value = RUNS, also = "'minimum':1") Optional<Scalars.@Nullable Count> maxRuns,

            @Says(MISSED) Optional<MissedPolicy> missed,
            @Says(WITHIN) Optional<Scalars.@Nullable DelayMs> missedWithinMs,

            @Says(RUNNING) Optional<WhileRunning> whileRunning,

            @Says(value = FAILURES, also = "'minimum':1") Optional<Scalars.@Nullable Count> pauseAfterFailures,

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
            @Says(CRON) Optional<String> cron,
            @Says(ZONE) Optional<String> timeZone,
            @Says(GAP) Optional<GapPolicy> gap,
            @Says(OVERLAP) Optional<OverlapPolicy> overlap,
            @Says(EVERY) Optional<Scalars.DelayMs> everyMs,
            @Says(ANCHOR) Optional<Instant> anchor,
            @Says(WINDOW) Scalars.DelayMs windowMs,
            @Says(FROM) @Nullable Instant from,
            @Says(TO) @Nullable Instant to,
            @Says(RUNS) Scalars.@Nullable Count maxRuns,
            @Says(MISSED) MissedPolicy missed,
            @Says(WITHIN) Scalars.@Nullable DelayMs missedWithinMs,
            @Says(RUNNING) WhileRunning whileRunning,
            @Says(FAILURES) Scalars.@Nullable Count pauseAfterFailures,
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
