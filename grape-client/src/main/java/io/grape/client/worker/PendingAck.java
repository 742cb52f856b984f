package io.grape.client.worker;

import io.grape.client.Acknowledgement;
import java.util.function.BiConsumer;

/** An acknowledgement until it is known what became of it. */
final class PendingAck {
    /** What became of one. */
    enum Ending {
        /** The broker did it. */
        DONE,
        /** The lease is not the current one, or the job is gone. */
        LOST,
        /** It could not be said in time, or the broker does not take it. */
        GIVEN_UP
    }

    private final Acknowledgement what;
    private final long giveUpAt;
    private final long renewEvery;
    private final BiConsumer<Ending, Long> ended;
    private boolean maybeDone;
    private int refusals;

    /**
     * @param giveUpAt by {@link System#nanoTime}: it is not repeated after that
     * @param leaseNanos how long a lease of this job lasts
     * @param ended is told once what became of it, and when the call was sent
     */
    PendingAck(Acknowledgement what, long giveUpAt, long leaseNanos, BiConsumer<Ending, Long> ended) {
        this.what = what;
        this.giveUpAt = giveUpAt;
        this.renewEvery = leaseNanos / HeldLease.RENEWALS_PER_LEASE;
        this.ended = ended;
    }

    Acknowledgement what() {
        return what;
    }

    boolean isTouch() {
        return what instanceof Acknowledgement.Touch;
    }

    /** In how many nanoseconds leases like this one are to be renewed. */
    long renewEvery() {
        return renewEvery;
    }

    boolean isTooLate() {
        return System.nanoTime() - giveUpAt >= 0;
    }

    /** A call with it failed, of which nobody knows whether it happened. */
    void maybeDone() {
        maybeDone = true;
    }

    /** Returns how often it was refused by itself. */
    int refusedAgain() {
        return ++refusals;
    }

    /**
     * The broker says that the lease or the job is not there. After an attempt without an answer that is what its success left:
     * but a lease that was renewed would still be there, and one that was finished would leave no job.
     */
    Ending refused(boolean jobIsGone) {
        boolean ours = what instanceof Acknowledgement.Finish ? jobIsGone : !isTouch();
        return maybeDone && ours ? Ending.DONE : Ending.LOST;
    }

    void end(Ending ending, long sentAt) {
        ended.accept(ending, sentAt);
    }
}
