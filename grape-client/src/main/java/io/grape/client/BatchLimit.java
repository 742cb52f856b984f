package io.grape.client;

/**
 * How much a buffer sends in one call. A call that is refused for its body may be too long for what is in front of the
 * brokers, or one job may spoil it: the next one has half of it, down to a single job. It grows while calls go well. Jobs
 * double each time, so that one bad job costs little. Bytes grow slowly, as a limit of bytes stays where it is.
 */
final class BatchLimit {
    /** The most jobs of one call. */
    static final int MAX_JOBS = 1000;
    /** The most bytes of one call, about. */
    static final long MAX_BYTES = 4 << 20;
    /** A call may also be late because it is long; but a short one is not. */
    private static final long SHORT_BYTES = 64 << 10;

    private static final long LEAST_GROWTH = 4 << 10;
    private static final int GROWTH = 8;
    /** The approximate size of a job without its payload. */
    private static final int ITEM_BYTES = 300;

    private int jobs = MAX_JOBS;
    private long bytes = MAX_BYTES;

    /** What a job of this length takes in a call, at most: base64 makes a payload a third longer. */
    static long bytesOf(int length) {
        return length * 4L / 3 + ITEM_BYTES;
    }

    /** Whether a call may have these; a single job always may. */
    boolean allows(int someJobs, long someBytes) {
        return someJobs <= 1 || (someJobs <= jobs && someBytes <= bytes);
    }

    /** A call with these was refused. True if nothing had been refused before, as far as is known. */
    boolean refused(int someJobs, long someBytes, GrapeException why) {
        boolean isFirst = jobs == MAX_JOBS && bytes == MAX_BYTES;
        if (why.code() == ErrorCode.TOO_LARGE || why.status() == 413) {
            bytes = Math.min(bytes, someBytes) / 2;
        } else {
            jobs = Math.max(1, Math.min(jobs, someJobs) / 2);
        }
        return isFirst;
    }

    /** A call with these got no response. */
    void unanswered(long someBytes) {
        if (bytes > SHORT_BYTES) {
            bytes = Math.max(SHORT_BYTES, Math.min(bytes, someBytes) / 2);
        }
    }

    /** A call went well. */
    void wentWell() {
        jobs = Math.min(MAX_JOBS, jobs * 2);
        bytes = Math.min(MAX_BYTES, bytes + Math.max(LEAST_GROWTH, bytes / GROWTH));
    }
}
