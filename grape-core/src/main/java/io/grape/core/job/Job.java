package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A live job, as it was delivered or peeked at.
 *
 * @param noe number of executions since it was produced or last kicked, the present one included
 * @param earlier number of executions before that kick
 * @param maxAttempts 0 = endless
 * @param delay what its last produce, release or kick of this one job asked for
 * @param dueAt when it became or becomes ready; of a failed one: when it last did, null if it never was delivered
 * @param lease null unless retained
 * @param leaseUntil null unless retained
 * @param reason why it failed, null unless failed
 * @param failedAt null unless failed
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
        Headers headers,
        Payload payload) {
    private static final Payload NO_PAYLOAD = Payload.binary(new byte[0]);
    /** What stands around a payload, in memory and in a response. */
    private static final int AROUND = 600;

    /** How many bytes it takes, about. */
    public int size() {
        int texts = id.value().length() + (reason == null ? 0 : reason.length());
        return AROUND + 2 * texts + headers.bytes() + payload.bytes().length;
    }

    /** The same with nothing in it, for those who keep it for its lease. */
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
                Headers.NONE,
                NO_PAYLOAD);
    }

    /** The lease of a job that was delivered. */
    public Lease requireLease() {
        if (lease == null) {
            throw new IllegalStateException("job " + id + " is not retained");
        }
        return lease;
    }
}
