package io.grape.client.worker;

import io.grape.client.Acknowledged;
import io.grape.client.Acknowledgement;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An acknowledgement until its result is known. */
final class PendingAck {
    static final int RENEWALS_PER_LEASE = 3;

    private final Acknowledgement what;
    private final long giveUpAt;
    private final long renewEvery;
    private final BiConsumer<AckResult, Long> ended;
    private @Nullable Acknowledged response;
    private boolean maybeDone;
    private int refusals;

    /**
     * @param giveUpAt by {@link System#nanoTime}: no retry after that
     * @param leaseNanos how long a lease of this job lasts
     * @param ended called once with the result and the time of the call
     */
    PendingAck(Acknowledgement what, long giveUpAt, long leaseNanos, BiConsumer<AckResult, Long> ended) {
        this.what = what;
        this.giveUpAt = giveUpAt;
        this.renewEvery = leaseNanos / RENEWALS_PER_LEASE;
        this.ended = ended;
    }

    Acknowledgement what() {
        return what;
    }

    boolean isTouch() {
        return what instanceof Acknowledgement.Touch;
    }

    /** The renewal interval of leases like this one, in nanoseconds. */
    long renewEvery() {
        return renewEvery;
    }

    boolean isTooLate() {
        return System.nanoTime() - giveUpAt >= 0;
    }

    /** The broker's response, before it ends. */
    void responded(Acknowledged said) {
        response = said;
    }

    /** The broker's response; null unless it is {@link AckResult#DONE}, and sometimes then. */
    @Nullable
    Acknowledged response() {
        return response;
    }

    /** A call with it failed, and it may have happened. */
    void maybeDone() {
        maybeDone = true;
    }

    /** Returns how often it was rejected alone. */
    int rejectedAgain() {
        return ++refusals;
    }

    /**
     * The broker says that the lease or the job does not exist. An earlier attempt without a response may be the
     * reason, because it succeeded. But a renewed lease would still exist, and a finish would leave no job.
     */
    AckResult refused(boolean jobIsGone) {
        boolean ours = what instanceof Acknowledgement.Finish ? jobIsGone : !isTouch();
        return maybeDone && ours ? AckResult.DONE : AckResult.LOST;
    }

    /**
     * What to send instead, because the broker refuses the result of a finish for good: it is longer than the tube allows, or not
     * what its content type says. The handler would give the same again, so the job fails. Null: nothing.
     */
    @Nullable
    PendingAck instead(GrapeException refusal) {
        boolean isOfResult = refusal.code() == ErrorCode.TOO_LARGE || refusal.code() == ErrorCode.BAD_REQUEST;
        if (!isOfResult || !(what instanceof Acknowledgement.Finish finish) || finish.result() == null) {
            return null;
        }
        String reason = "its result was refused: " + refusal.detail();
        Outcome.Bury cut = new Outcome.Bury(reason);
        return new PendingAck(
                new Acknowledgement.Bury(finish.id(), finish.lease(), cut.reason(), null),
                giveUpAt,
                renewEvery * RENEWALS_PER_LEASE,
                (result, sentAt) -> end(result == AckResult.DONE ? AckResult.GIVEN_UP : result, sentAt));
    }

    void end(AckResult ending, long sentAt) {
        ended.accept(ending, sentAt);
    }
}
