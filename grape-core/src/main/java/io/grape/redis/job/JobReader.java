package io.grape.redis.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.JobWork;
import io.grape.redis.script.Reply;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads jobs from replies. */
record JobReader(TubeName tube, Reply reply) {
    /** The values per job in a reply of consume: id, run, header and payload. */
    static final int HANDED_OUT = 3;

    private static final int REV = 8;
    private static final int SUCCESSOR = 9;
    /** The values per job in a reply of list. */
    static final int LISTED = 7;

    Job handedOut(JobId id, int at, Instant handOut) {
        JobHeader header = JobHeader.read(reply.bytes(at + 2));
        ExecutionRecord execution = ExecutionRecord.read(reply.bytes(at + 1));
        Instant deadline = handOut.plusMillis(header.ttrMillis());
        return job(
                id,
                JobState.RETAINED,
                header,
                execution,
                execution.dueAt(),
                deadline,
                null,
                null,
                JobWork.of(header.checkpoint()));
    }

    JobSnapshot snapshot(JobId id) {
        return new JobSnapshot(looked(id, JobState.read(reply.text(1)), 2), reply.text(REV), !reply.isEmpty(SUCCESSOR));
    }

    Job listed(JobId id, JobState state, int at) {
        return looked(id, state, at + 1);
    }

    /** Score, run, reason, header and payload, the wish that its consumer stops, and its progress. */
    private Job looked(JobId id, JobState state, int at) {
        Instant score = Instant.ofEpochMilli(reply.millis(at));
        ExecutionRecord execution = ExecutionRecord.read(reply.bytes(at + 1));
        JobHeader header = JobHeader.read(reply.bytes(at + 3));
        return job(
                id,
                state,
                header,
                execution,
                waits(state) ? score : execution.dueAt(),
                state == JobState.RETAINED ? score : null,
                state == JobState.FAILED ? reply.text(at + 2) : null,
                state == JobState.FAILED ? score : null,
                state == JobState.FINISHED
                        ? JobWork.of(WorkReader.outcome(score, reply.text(at + 2)))
                        : new JobWork(
                                WorkReader.cancelled(reply, at + 4),
                                WorkReader.progress(reply, at + 5),
                                header.checkpoint()));
    }

    private static boolean waits(JobState state) {
        return state != JobState.RETAINED && state != JobState.FAILED && state != JobState.FINISHED;
    }

    private Job job(
            JobId id,
            JobState state,
            JobHeader header,
            ExecutionRecord execution,
            @Nullable Instant dueAt,
            @Nullable Instant leaseUntil,
            @Nullable String reason,
            @Nullable Instant failedAt,
            JobWork work) {
        return new Job(
                id,
                tube,
                state,
                execution.priority(header),
                execution.noe(),
                execution.earlier(),
                header.maxAttempts(),
                Duration.ofMillis(execution.delayMillis(header)),
                Duration.ofMillis(header.ttrMillis()),
                Instant.ofEpochMilli(header.createdMillis()),
                dueAt,
                leaseUntil == null || execution.lease() == 0 ? null : new Lease(execution.lease()),
                leaseUntil,
                reason,
                failedAt,
                header.expiresAt(),
                waits(state) && header.begun(),
                header.tags(),
                header.headers(),
                header.payload(),
                header.idReuse(),
                work);
    }
}
