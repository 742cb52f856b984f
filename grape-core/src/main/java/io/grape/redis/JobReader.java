package io.grape.redis;

import io.grape.core.Job;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Payload;
import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads jobs from replies. */
record JobReader(TubeName tube, Reply reply) {
    /** Values of one job in the reply of consume. */
    static final int HANDED_OUT = 7;
    /** Values of one job in the reply of list. */
    static final int LISTED = 8;

    Job handedOut(int at) {
        return job(
                new JobId(reply.text(at)),
                JobState.RETAINED,
                at + 5,
                (int) reply.number(at + 4),
                Instant.ofEpochMilli(reply.millis(at + 1)),
                new Lease(reply.number(at + 2)),
                Instant.ofEpochMilli(reply.number(at + 3)),
                null);
    }

    Job peeked(JobId id) {
        return looked(id, JobState.parse(reply.text(1)), 2);
    }

    Job listed(JobState state, int at) {
        return looked(new JobId(reply.text(at)), state, at + 1);
    }

    /** Score, number of executions, lease, score it was handed out with, reason, header, payload. */
    private Job looked(JobId id, JobState state, int at) {
        Instant score = Instant.ofEpochMilli(reply.millis(at));
        boolean retained = state == JobState.RETAINED;
        boolean waiting = state == JobState.DELAYED || state == JobState.READY;
        Instant handedOutDue = reply.isEmpty(at + 3) ? null : Instant.ofEpochMilli(reply.millis(at + 3));
        return job(
                id,
                state,
                at + 5,
                (int) reply.number(at + 1),
                waiting ? score : handedOutDue,
                retained && !reply.isEmpty(at + 2) ? new Lease(reply.number(at + 2)) : null,
                retained ? score : null,
                state == JobState.FAILED ? reply.text(at + 4) : null);
    }

    private Job job(
            JobId id,
            JobState state,
            int headerAt,
            int noe,
            @Nullable Instant dueAt,
            @Nullable Lease lease,
            @Nullable Instant leaseUntil,
            @Nullable String reason) {
        JobHeader header = JobHeader.read(reply.bytes(headerAt));
        return new Job(
                id,
                tube,
                state,
                header.priority(),
                noe,
                header.maxAttempts(),
                Duration.ofMillis(header.delayMillis()),
                Duration.ofMillis(header.ttrMillis()),
                Instant.ofEpochMilli(header.createdMillis()),
                dueAt,
                lease,
                leaseUntil,
                reason,
                new Payload(reply.bytes(headerAt + 1), header.contentType()));
    }
}
