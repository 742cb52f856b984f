package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A live job, as delivered or peeked.
 *
 * @param noe number of executions since its produce or last kick, the present one included
 * @param earlier number of executions before that kick
 * @param maxAttempts 0 = no limit
 * @param delay the delay of its last produce, release or kick by id
 * @param dueAt when it became or becomes ready; of a failed one: when it last did, null if it never was delivered
 * @param lease null unless retained
 * @param leaseUntil null unless retained
 * @param reason why it failed, null unless failed
 * @param failedAt null unless failed
 * @param expiresAt when it expires unless it is begun by then, or would have; null = never
 * @param begun of a job that waits and has such a time: whether it was delivered before, so that it does not expire
 * @param idReuse as a peek shows it
 * @param work as a peek shows it
 */
public record Job(
        JobId id,
        TubeName tube,
        JobState state,
        long priority,
        int noe,
        int earlier,
        int maxAttempts,
        Duration delay,
        Duration ttr,
        Instant createdAt,
        @Nullable Instant dueAt,
        @Nullable Lease lease,
        @Nullable Instant leaseUntil,
        @Nullable String reason,
        @Nullable Instant failedAt,
        @Nullable Instant expiresAt,
        boolean begun,
        JobTags tags,
        Headers headers,
        Payload payload,
        IdReuse idReuse,
        JobWork work) {
    private static final Payload NO_PAYLOAD = Payload.binary(new byte[0]);
    /** The approximate size of the rest of a job, in memory and in a response. */
    private static final int AROUND = 600;

    /** The approximate size in bytes. */
    public int size() {
        int texts = id.value().length() + (reason == null ? 0 : reason.length());
        return AROUND + 2 * texts + tags.size() + headers.bytes() + contentBytes();
    }

    /** The size of its payload and its checkpoint in bytes. */
    public int contentBytes() {
        Checkpoint checkpoint = work.checkpoint();
        int handedOver = checkpoint == null ? 0 : checkpoint.payload().bytes().length;
        return payload.bytes().length + handedOver;
    }

    /** How many bytes several of them take, about. */
    public static long size(List<Job> jobs) {
        long bytes = 0;
        for (Job job : jobs) {
            bytes += job.size();
        }
        return bytes;
    }

    /** The same job without its payload, to keep during its lease. */
    public Job withoutContent() {
        return new Job(
                id,
                tube,
                state,
                priority,
                noe,
                earlier,
                maxAttempts,
                delay,
                ttr,
                createdAt,
                dueAt,
                lease,
                leaseUntil,
                reason,
                failedAt,
                expiresAt,
                begun,
                tags,
                Headers.NONE,
                NO_PAYLOAD,
                IdReuse.NONE,
                JobWork.NONE);
    }

    /** The lease of a delivered job. */
    public Lease requireLease() {
        if (lease == null) {
            throw new IllegalStateException("job " + id + " is not retained");
        }
        return lease;
    }
}
