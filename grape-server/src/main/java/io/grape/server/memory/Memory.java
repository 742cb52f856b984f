package io.grape.server.memory;

import io.grape.core.Limits;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.FailureGroups;
import io.grape.core.job.FailureSignature;
import io.grape.core.job.Job;
import io.grape.core.job.JobResult;
import io.grape.core.job.Payload;
import java.util.List;

/**
 * The memory that what comes and what goes may take, of all listeners of a broker together: each part of it is a {@link Budget}.
 *
 * <p>Of jobs there is room before Redis is asked for them: for the most that it may answer. Once they are there they are held as
 * what they are, then as the response that is made of them, until their reader has taken it or is cut off.
 *
 * @param bodies of requests, while they come and are worked on
 * @param bodiesOfAcknowledgements those of who acknowledges, who never waits for other bodies
 * @param answers until they are taken
 * @param acknowledgements answers to those who acknowledge, who never wait for other responses
 * @param scrapes the texts of the metrics, each once, until the last reader has taken it
 * @param longest the longest payload that is taken; there may be longer ones of another time, which are held beyond the bound
 */
public record Memory(
        Budget bodies,
        Budget bodiesOfAcknowledgements,
        Budget answers,
        Budget acknowledgements,
        Budget scrapes,
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
    public static Memory ofHeap(long leastOfBodies, int longest) {
        long heap = Runtime.getRuntime().maxMemory();
        return new Memory(
                ofBodies(Math.max(leastOfBodies, heap / BODIES)),
                ofBodies(Math.max(leastOfBodies, heap / ACKNOWLEDGEMENTS)),
                ofAnswers(Math.max(most(Limits.MAX_BATCH, longest), heap / ANSWERS)),
                ofAnswers(Math.max(MIN_OF_ACKNOWLEDGEMENTS, heap / ACKNOWLEDGEMENTS)),
                new Budget(heap / SCRAPES),
                longest);
    }

    /** All that there may be. */
    public static Memory boundless() {
        Budget all = new Budget(Long.MAX_VALUE);
        return new Memory(all, all, all, all, all, Limits.MAX_PAYLOAD_BYTES);
    }

    /** One caller leaves a quarter to others. */
    static Budget ofBodies(long most) {
        return new Budget(most, most - most / QUARTERS);
    }

    /** One caller has a quarter: of a half, which one request may wait for, there is room then, though it went beyond its part. */
    static Budget ofAnswers(long most) {
        return new Budget(most, most / QUARTERS);
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
