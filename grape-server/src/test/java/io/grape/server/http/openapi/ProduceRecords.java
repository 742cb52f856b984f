package io.grape.server.http.openapi;

import static io.grape.server.http.openapi.JobRecords.BATCH;
import static io.grape.server.http.openapi.JobRecords.KEY;
import static io.grape.server.http.openapi.JobRecords.LABELS;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Headers;
import io.grape.core.job.OnDuplicate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the calls that create jobs take and return. */
interface ProduceRecords {
    String ATTEMPTS = "Deliveries before the job fails, 0 = no limit. Default: the tube's.";
    String DEDUP = "How long the id is remembered after the job finished or was dropped. Default: the tube's.";
    String EXPIRE = "How long the job may wait for its first delivery. Default: the tube's.";
    String EXPIRE_MS = "'minimum':1,'maximum':4294967295000";
    String EXPIRES_AT = "In place of expiresAfterMs: an instant after it is due. RFC 3339, any offset.";
    String DEBOUNCE_MAX =
            "With onDuplicate=debounce: how long after its first produce it is due at the latest. Default: no such"
                    + " time.";
    String DEBOUNCE_MS = "'minimum':1,'maximum':4294967295000";
    String DEDUP_MS = "'minimum':1000,'maximum':604800000";
    String SUCCESSOR = "There, and true, when what was produced follows the job that is retained.";

    record Produced(
            JobId id,
            TubeName tube,
            JobState state,
            @Says("false: the id was live already") boolean created,

            @Says("null while the job is retained or failed") @Nullable
            Instant dueAt,

            @Says(value = SUCCESSOR, also = "'const':true") Optional<Boolean> successor) {}

    @Says("A job to be produced, with one of payload and payloadBase64. Without an id it gets a random one.")
    record JobSpec(
            Optional<JobId> id,
            @Says("Any JSON value. Kept byte for byte.") Optional<Object> payload,
            @Says("Any bytes, with padding.") Optional<Scalars.Base64> payloadBase64,

            @Says(
                    value = "Default: application/json with payload, application/octet-stream with payloadBase64.",
                    also = "'pattern':'^[ -~]{1,200}$'")
            Optional<String> contentType,

            @Says(value = "Delay to run.", also = "'default':0")
            Optional<Scalars.DelayMs> delayMs,

            @Says("In place of delayMs. RFC 3339, any offset.")
            Optional<Instant> dueAt,

            @Says("Time to run: how long a lease lasts. Default: the tube's.")
            Optional<Scalars.TtrMs> ttrMs,

            @Says(value = "Smaller is more urgent.", also = "'default':1024")
            Optional<Scalars.Priority> priority,

            @Says(ATTEMPTS) Optional<Scalars.MaxAttempts> maxAttempts,
            @Says(also = "'default':'keep'") Optional<OnDuplicate> onDuplicate,
            @Says(KEY) Optional<Scalars.Key> key,
            @Says(LABELS) Optional<Scalars.Labels> labels,

            @Says(value = KeyRecords.PRODUCED_WEIGHT, also = KeyRecords.WEIGHTS)
            Optional<@Nullable Double> weight,

            @Says(value = DEDUP, also = DEDUP_MS) Optional<Long> dedupWindowMs,
            @Says(value = EXPIRE, also = EXPIRE_MS) Optional<Long> expiresAfterMs,
            @Says(EXPIRES_AT) Optional<Instant> expiresAt,
            @Says(value = DEBOUNCE_MAX, also = DEBOUNCE_MS) Optional<Long> debounceMaxMs,

            Optional<Headers> headers) {}

    @Says("A job as a list of jobs shows it, with one of payload and payloadBase64, and at most one of checkpoint"
            + " and checkpointBase64.")
    record ImportedJob(
            JobId id,
            @Says("Any JSON value. Kept byte for byte.") Optional<Object> payload,
            @Says("Any bytes, with padding.") Optional<Scalars.Base64> payloadBase64,

            @Says(
                    value = "Default: application/json with payload, application/octet-stream with payloadBase64.",
                    also = "'pattern':'^[ -~]{1,200}$'")
            Optional<String> contentType,

            Optional<Headers> headers,
            @Says(KEY) Optional<Scalars.Key> key,
            @Says(LABELS) Optional<Scalars.Labels> labels,

            @Says(value = "Smaller is more urgent.", also = "'default':1024")
            Optional<Scalars.Priority> priority,

            @Says("Time to run: how long a lease lasts. Default: the tube's.")
            Optional<Scalars.TtrMs> ttrMs,

            @Says(ATTEMPTS) Optional<Scalars.MaxAttempts> maxAttempts,

            @Says("Default: createdAt.") Optional<@Nullable Instant> dueAt,

            @Says("The latest instant of its first delivery.")
            Optional<Instant> expiresAt,

            @Says(
                    "Whether it was delivered before, so it does not expire. Default: true with an attempt of 1 or more, or with failedAt.")
            Optional<Boolean> started,

            @Says(value = DEDUP, also = DEDUP_MS) Optional<Long> dedupWindowMs,

            @Says("When it is due at the latest, however often debounced produces put it off. Default: no limit.")
            Optional<Instant> debounceUntil,

            @Says("Default: now.") Optional<Instant> createdAt,

            @Says(value = "How often it was delivered.", also = "'minimum':0,'maximum':1000000000,'default':0")
            Optional<Long> attempt,

            @Says("When it failed. With it the job is failed, without it delayed or ready.")
            Optional<Instant> failedAt,

            @Says("Why it failed; with failedAt.") Optional<@Nullable String> reason,

            @Says("What its last consumer left to the next one: any JSON value.")
            Optional<Object> checkpoint,

            @Says("The same: any bytes, with padding.") Optional<Scalars.Base64> checkpointBase64,

            @Says(
                    value = "Default: application/json with checkpoint, application/octet-stream with"
                            + " checkpointBase64.",
                    also = "'pattern':'^[ -~]{1,200}$'")
            Optional<String> checkpointType) {}

    @Says("Has created and state, or error.")
    record ProduceResult(
            @Says("null where the item has none that can be read") @Nullable
            String id,

            Optional<Boolean> created,
            Optional<JobState> state,

            @Says("absent while the job is retained, failed or finished")
            Optional<Instant> dueAt,

            @Says(value = SUCCESSOR, also = "'const':true") Optional<Boolean> successor,

            Optional<JobRecords.ItemError> error) {}

    record ProduceResults(@Says(also = BATCH) List<ProduceResult> results) {}
}
