package io.grape.server.http.openapi;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.job.JobEventType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What responses about the history of jobs and their failures hold. */
interface HistoryRecords {
    record History(
            @Says(also = "'maxItems':66") List<Event> events,

            @Says("How many events between the produce and the next one are not kept any more.")
            Scalars.Count dropped) {}

    record Event(
            Instant at,
            JobEventType what,

            @Says("Of a bury, a cancel or expiry: its beginning, up to 200 bytes.")
            Optional<String> reason,

            @Says("The size of the whole reason, when only its beginning is kept.")
            Optional<Scalars.Count> reasonBytes,

            Optional<Scalars.DelayMs> delayMs,
            Optional<Lease> lease,

            @Says(value = "Which delivery it was.", also = "'minimum':0")
            Optional<Scalars.SmallCount> attempt,

            @Says("From its due time to its delivery.") Optional<Scalars.Count> latenessMs,
            @Says("From its delivery to this.") Optional<Scalars.Count> ranMs) {}

    record Failures(
            @Says(also = JobRecords.BATCH) List<FailureGroup> groups,

            @Says(value = "How many jobs were looked at: those that failed last.", also = "'maximum':10000")
            Scalars.Count searched,

            @Says("How many have failed.") Scalars.Count of,
            @Says(JobRecords.NEXT) @Nullable String next) {}

    record FailureGroup(
            @Says(JobRecords.SIGNATURE) Scalars.Signature signature,
            @Says(also = "'minimum':1,'maximum':10000") Scalars.Count count,
            Instant firstAt,
            Instant lastAt,
            FailureSample sample) {}

    record FailureSample(JobId id, String reason) {}
}
