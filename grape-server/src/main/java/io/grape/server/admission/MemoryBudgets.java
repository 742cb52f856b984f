package io.grape.server.admission;

import io.grape.core.Limits;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.FailureGroups;
import io.grape.core.job.FailureSignature;
import io.grape.core.job.Job;
import io.grape.core.job.JobResult;
import io.grape.core.job.Payload;
import java.util.List;

/**
 * The memory that requests and responses may take, of all listeners of a broker together. Each part is a {@link MemoryBudget}.
 *
 * <p>Before Redis is asked for jobs, their share reserves the largest reply that Redis may send. Then it holds the size of the jobs that
 * came, and at last that of the response, until the client has read it or is disconnected.
 *
 * @param bodies request bodies, until their requests have their responses
 * @param bodiesOfAcknowledgements bodies of acknowledgements, which therefore never wait for other bodies
 * @param answers responses, until they are read
 * @param acknowledgements responses to acknowledgements, which therefore never wait for other responses
 * @param scrapes the texts of the metrics, each counted once, until its last reader has read it
 * @param longest the longest payload that is accepted; a longer one from before the limit was lowered is held beyond the budget
 */
public record MemoryBudgets(
        MemoryBudget bodies,
        MemoryBudget bodiesOfAcknowledgements,
        MemoryBudget answers,
        MemoryBudget acknowledgements,
        MemoryBudget scrapes,
        int longest) {
    /** A job is there up to three times: as Redis sent it, as it is, and in the response, where Base64 takes a third more. */
    private static final long TIMES = 3;
    /** What a run of a script may bring beside the payloads that it counts. */
    private static final long AROUND_A_RUN = 256L * 1024;

    /** What a job has beside its payload. */
    private static final long AROUND_A_JOB = 8L * 1024;
    /** The longest reason and its signature, and what is around them. */
    private static final long ONE_GROUP = 2L * (Limits.MAX_REASON_CHARS + FailureSignature.MAX_CHARACTERS) + 512;
    /** Parts of the heap; what is made of bodies on the way to Redis takes as much again and more. */
    private static final int BODIES = 4;

    private static final int QUARTERS = 4;
    private static final int ANSWERS = 6;
    private static final int ACKNOWLEDGEMENTS = 24;
    private static final int SCRAPES = 24;
    /** The response to as many acknowledgements as one call may hold. */
    private static final long MIN_OF_ACKNOWLEDGEMENTS = 2L * 1024 * 1024;

    /**
     * Parts of this heap.
     *
     * @param leastOfBodies the longest body
     * @param longest the longest payload
     */
    public static MemoryBudgets ofHeap(long leastOfBodies, int longest) {
        long heap = Runtime.getRuntime().maxMemory();
        return new MemoryBudgets(
                ofBodies(Math.max(leastOfBodies, heap / BODIES)),
                ofBodies(Math.max(leastOfBodies, heap / ACKNOWLEDGEMENTS)),
                ofAnswers(Math.max(most(Limits.MAX_BATCH, longest), heap / ANSWERS)),
                ofAnswers(Math.max(MIN_OF_ACKNOWLEDGEMENTS, heap / ACKNOWLEDGEMENTS)),
                new MemoryBudget(heap / SCRAPES),
                longest);
    }

    /** All that there may be. */
    public static MemoryBudgets boundless() {
        MemoryBudget all = new MemoryBudget(Long.MAX_VALUE);
        return new MemoryBudgets(all, all, all, all, all, Limits.MAX_PAYLOAD_BYTES);
    }

    /** One caller leaves a quarter to others. */
    static MemoryBudget ofBodies(long most) {
        return new MemoryBudget(most, most - most / QUARTERS);
    }

    /** One caller has a quarter: of a half, which one request may wait for, there is room then, though it went beyond its part. */
    static MemoryBudget ofAnswers(long most) {
        return new MemoryBudget(most, most / QUARTERS);
    }

    /** The most that a response of up to so many jobs takes while it is made. */
    public long most(int jobs) {
        return most(jobs, longest);
    }

    static long most(int jobs, int longest) {
        long oneJob = longest + AROUND_A_JOB;
        return TIMES * Math.min(jobs * oneJob, ConsumeResult.MAX_BYTES + oneJob + AROUND_A_RUN);
    }

    /** The most that a response of up to so many groups of failed jobs takes: all groups are there, and it is made of some. */
    public static long mostFailures(int groups) {
        return ONE_GROUP * (FailureGroups.MAX_GROUPS + TIMES * groups);
    }

    /** What a response of these groups takes while it is made. */
    public static long ofFailures(FailureGroups found) {
        return ONE_GROUP * TIMES * found.groups().size();
    }

    /** What a response of a result takes while it is made. */
    public static long of(JobResult found) {
        Payload result = found.result();
        return AROUND_A_JOB + TIMES * (result == null ? 0 : result.bytes().length);
    }

    /** What a response of these jobs takes while it is made. */
    public static long of(List<Job> jobs) {
        return TIMES * Job.size(jobs);
    }
}
