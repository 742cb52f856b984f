package io.grape.server.memory;

import io.grape.core.Limits;
import io.grape.core.job.Handout;
import io.grape.core.job.Job;
import java.util.List;

/**
 * The memory that what comes and what goes may take, of all doors of a broker together: each part of it is a {@link Budget}.
 *
 * <p>Of jobs there is room before Redis is asked for them: for the most that it may answer. Once they are there they are held as
 * what they are, then as the answer that is made of them, until their reader has taken it or is cut off.
 *
 * @param bodies of requests, while they come and are worked on
 * @param bodiesOfAcknowledgements those of who acknowledges, who never waits for other bodies
 * @param answers until they are taken
 * @param acknowledgements answers to those who acknowledge, who never wait for other answers
 * @param scrapes the texts of the metrics, each once, until the last reader has taken it
 */
public record Memory(
        Budget bodies, Budget bodiesOfAcknowledgements, Budget answers, Budget acknowledgements, Budget scrapes) {
    /** A job is there up to three times: as Redis sent it, as it is, and in the answer, where Base64 takes a third more. */
    private static final long TIMES = 3;
    /** What a run of a script may bring beside the payloads that it counts. */
    private static final long AROUND_A_RUN = 256L * 1024;

    private static final long ONE_JOB = Limits.MAX_PAYLOAD_BYTES + 8L * 1024;
    /** Parts of the heap; what is made of bodies on the way to Redis takes as much again and more. */
    private static final int BODIES = 4;

    private static final int QUARTERS = 4;
    private static final int ANSWERS = 6;
    private static final int ACKNOWLEDGEMENTS = 24;
    private static final int SCRAPES = 24;
    /** The answer to as many acknowledgements as one call may hold. */
    private static final long LEAST_OF_ACKNOWLEDGEMENTS = 2L * 1024 * 1024;

    /**
     * Parts of this heap.
     *
     * @param leastOfBodies the longest body
     */
    public static Memory ofHeap(long leastOfBodies) {
        long heap = Runtime.getRuntime().maxMemory();
        return new Memory(
                ofBodies(Math.max(leastOfBodies, heap / BODIES)),
                ofBodies(Math.max(leastOfBodies, heap / ACKNOWLEDGEMENTS)),
                ofAnswers(Math.max(most(Limits.MAX_BATCH), heap / ANSWERS)),
                ofAnswers(Math.max(LEAST_OF_ACKNOWLEDGEMENTS, heap / ACKNOWLEDGEMENTS)),
                new Budget(heap / SCRAPES));
    }

    /** One caller leaves a quarter to others. */
    static Budget ofBodies(long most) {
        return new Budget(most, most - most / QUARTERS);
    }

    /** One caller has a quarter: of a half, which one request may wait for, there is room then, though it went beyond its part. */
    static Budget ofAnswers(long most) {
        return new Budget(most, most / QUARTERS);
    }

    /** The most that an answer of up to so many jobs takes while it is made. */
    public static long most(int jobs) {
        return TIMES * Math.min(jobs * ONE_JOB, Handout.MOST_BYTES + ONE_JOB + AROUND_A_RUN);
    }

    /** What an answer of these jobs takes while it is made. */
    public static long of(List<Job> jobs) {
        return TIMES * jobs.stream().mapToLong(Job::size).sum();
    }
}
