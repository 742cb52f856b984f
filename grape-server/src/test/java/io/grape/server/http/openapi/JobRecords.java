package io.grape.server.http.openapi;

import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Headers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about jobs hold. */
interface JobRecords {
    String NEXT = "The cursor of the next page; null on the last one.";
    String NO_LIMIT = "0 = no limit";
    String NEXT_JOBS = "With next: the jobs that were taken, which may be none.";
    String FOLLOWED = "There, and true, when what was produced meanwhile has taken the place of the job.";
    String KEY = "Whose job it is, such as a customer.";
    String LABELS = "What it is about; none twice, 256 characters in all.";
    String BATCH = "'maxItems':1000";
    String CANCELLED = "There when its consumer is asked to stop.";
    String PROGRESS = "There when its consumer said how far it is.";
    String CHECKPOINT = "There when the job was handed over and the caller has the right jobs.payload.";
    String BEGUN = "There, and true, when the job waits and does not expire, because it was delivered before.";
    String SIGNATURE = "The signature of the reason, as the failures of the tube name it.";

    record Problem(
            @Says(also = "'const':'about:blank'") String type,
            String title,
            int status,
            ErrorCode code,

            @Says("What was wrong, what was expected, what came.")
            String detail,

            @Says("Of TOO_LARGE: what is too large, a field or the body.")
            Optional<String> field,

            @Says("What the log of the broker and the header X-Request-Id call this request.")
            String requestId) {}

    record ItemError(
            ErrorCode code,
            String detail,

            @Says("Of TOO_LARGE: the field that is too large.")
            Optional<String> field) {}

    @Says("Has one of payload, payloadBase64 and payloadHidden, unless it has finished and its tube keeps no payloads.")
    record Job(
            @Says("Its revision, as the ETag; of a look and a change.")
            Optional<String> rev,

            @Says(value = "There, and true, when another job of its id follows it; of a look.", also = "'const':true")
            Optional<Boolean> successor,

            JobId id,
            TubeName tube,
            JobState state,
            Scalars.Priority priority,

            @Says("The number of deliveries, this one included.")
            Scalars.SmallCount attempt,

            @Says(NO_LIMIT) Scalars.MaxAttempts maxAttempts,

            @Says("What its last produce, release, kick or hand-back with a delay asked for.")
            Scalars.DelayMs delayMs,

            Scalars.TtrMs ttrMs,
            Instant createdAt,

            @Says("When it became or becomes ready.") @Nullable
            Instant dueAt,

            @Says("null unless retained") @Nullable Lease lease,
            @Says("null unless retained") @Nullable Instant leaseUntil,
            @Says("Why it failed; there only then.") Optional<String> reason,
            @Says("There only when it has failed.") Optional<Instant> failedAt,

            @Says("When it expires unless it is begun by then, or would have. There when it has such an instant.")
            Optional<Instant> expiresAt,

            @Says(value = BEGUN, also = "'const':true") Optional<Boolean> started,

            @Says("How long its id is remembered after its end. There in looks at a job that was produced with it.")
            Optional<Long> dedupWindowMs,

            @Says("When it is due at the latest, however often debounced produces put it off. There in looks at a"
                    + " job that has it.")
            Optional<Instant> debounceUntil,

            @Says(CANCELLED) Optional<Cancelled> cancelled,
            @Says(PROGRESS) Optional<Scalars.Percent> progress,
            @Says(PROGRESS) Optional<Scalars.Note> note,
            @Says(PROGRESS + " When it said so.") Optional<Instant> progressAt,

            @Says(CHECKPOINT + " When checkpointType is JSON: byte for byte.")
            Optional<Object> checkpoint,

            @Says(CHECKPOINT + " When checkpointType is anything else.")
            Optional<Scalars.Base64> checkpointBase64,

            @Says(CHECKPOINT + " Its content type.") Optional<String> checkpointType,

            @Says("There only when it has finished and is kept.")
            Optional<Instant> finishedAt,

            @Says("How long its last execution took; there only then.")
            Optional<Scalars.Count> ranMs,

            @Says("The content type of its result, if it has one.")
            Optional<String> resultType,

            @Says("The size of its result, if it has one.") Optional<Scalars.Count> resultBytes,
            @Says(KEY + " There when it has one.") Optional<Scalars.Key> key,
            @Says(LABELS + " There when there are any.") Optional<Scalars.Labels> labels,
            String contentType,
            @Says("There when there are any.") Optional<Headers> headers,

            @Says("When contentType is JSON: the payload, byte for byte.")
            Optional<Object> payload,

            @Says("When contentType is anything else.") Optional<Scalars.Base64> payloadBase64,

            @Says(
                    value = "In place of the payload, for a caller without the right jobs.payload.",
                    also = "'const':true")
            Optional<Boolean> payloadHidden) {}

    @Says("What is to be changed of a job; what is not given stays.")
    record Change(
            @Says("Any JSON value. Kept byte for byte.") Optional<Object> payload,
            @Says("Any bytes, with padding.") Optional<Scalars.Base64> payloadBase64,

            @Says(
                    value = "Default: application/json with payload, application/octet-stream with payloadBase64.",
                    also = "'pattern':'^[ -~]{1,200}$'")
            Optional<String> contentType,

            @Says("Delay to run, from now on.") Optional<Scalars.DelayMs> delayMs,

            @Says("In place of delayMs. RFC 3339, any offset.")
            Optional<Instant> dueAt,

            @Says("Time to run, from the next touch or delivery on.")
            Optional<Scalars.TtrMs> ttrMs,

            @Says("Smaller is more urgent.") Optional<Scalars.Priority> priority,
            @Says(NO_LIMIT) Optional<Scalars.MaxAttempts> maxAttempts,
            @Says(LABELS + " All of them; empty = none.") Optional<Scalars.Labels> labels) {}

    record Jobs(@Says(also = BATCH) List<Job> jobs) {}

    record JobPage(
            @Says(also = BATCH) List<Job> jobs,
            @Says(NEXT) @Nullable String next) {}

    record Finished(
            JobId id,
            @Says(also = "'const':'finished'") String state,

            @Says(value = FOLLOWED, also = "'const':true") Optional<Boolean> successor,

            @Says(value = NEXT_JOBS, also = BATCH) Optional<List<Job>> jobs) {}

    record Returned(
            JobId id,
            Scalars.LiveState state,
            @Says("null when the job failed") @Nullable Instant dueAt,

            @Says(value = FOLLOWED, also = "'const':true") Optional<Boolean> successor) {}

    record Touched(
            JobId id,
            @Says(also = "'const':'retained'") String state,
            Instant leaseUntil,
            @Says(CANCELLED) Optional<Cancelled> cancelled) {}

    record Cancelled(
            @Says("Since when.") Instant at,

            @Says(value = "Empty when none was given.", also = "'maxLength':200")
            String reason) {}

    record Acknowledgement(
            JobId id,
            Lease lease,

            @Says(also = "'enum':['finish','release','bury','touch','handback','handover']")
            String op,

            @Says("Of release and handback.") Optional<Scalars.DelayMs> delayMs,

            @Says("Of release and bury. Default: as it was.")
            Optional<Scalars.Priority> priority,

            @Says(
                    value = "Of release: for so long no job of its key is delivered, and the attempt is not counted.",
                    also = "'minimum':1")
            Optional<Scalars.DelayMs> pauseKeyMs,

            @Says("Of bury.") Optional<Scalars.Reason> reason,
            @Says("Of touch: how far it is.") Optional<Scalars.Percent> progress,
            @Says("Of touch.") Optional<Scalars.Note> note,

            @Says("Of handover: any JSON value, 64 KiB of it. Kept byte for byte.")
            Optional<Object> checkpoint,

            @Says("Of handover: any bytes, 64 KiB of them.") Optional<Scalars.Base64> checkpointBase64,

            @Says("Of finish: any JSON value, which is kept byte for byte where the tube keeps finished jobs.")
            Optional<Object> result,

            @Says("Of finish: any bytes.") Optional<Scalars.Base64> resultBase64,

            @Says("Of handover, and of finish with a result.")
            Optional<String> contentType) {}

    @Says("One of checkpoint and checkpointBase64, 64 KiB of it.")
    record CheckpointSpec(
            @Says("Any JSON value. Kept byte for byte.") Optional<Object> checkpoint,
            @Says("Any bytes, with padding.") Optional<Scalars.Base64> checkpointBase64,

            @Says(
                    value = "Default: application/json with checkpoint, application/octet-stream with"
                            + " checkpointBase64.",
                    also = "'pattern':'^[ -~]{1,200}$'")
            Optional<String> contentType) {}

    @Says("Has state, or error.")
    record AckResult(
            @Says("null where the item has none that can be read") @Nullable
            String id,

            @Says(also = "'enum':['finished','delayed','ready','retained','failed']")
            Optional<String> state,

            @Says("Of release and handback; null when the job failed.")
            Optional<@Nullable Instant> dueAt,

            @Says(value = FOLLOWED, also = "'const':true") Optional<Boolean> successor,

            @Says("Of touch.") Optional<Instant> leaseUntil,
            @Says("Of touch. " + CANCELLED) Optional<Cancelled> cancelled,
            Optional<ItemError> error) {}

    record AckResults(
            @Says(also = BATCH) List<AckResult> results,
            @Says(value = NEXT_JOBS, also = BATCH) Optional<List<Job>> jobs) {}

    record Unfinished(
            JobId id, @Says("A failed job ends the wait.") Scalars.LiveState state) {}

    record Kicked(@Says(also = "'maximum':1000") Scalars.SmallCount kicked) {}
}
