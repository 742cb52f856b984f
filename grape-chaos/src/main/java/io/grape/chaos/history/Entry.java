package io.grape.chaos.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One thing that a client did or saw. Instants are of Redis's clock, as answers tell them. */
public sealed interface Entry {
    /** From before the call was sent until its response was read or given up. */
    Span span();

    /** What a lease was used for. */
    enum Verb {
        FINISH,
        RELEASE,
        BURY,
        HANDOVER,
        TOUCH
    }

    /**
     * One try to produce a job. All tries of a job ask for the same due time.
     *
     * @param due when the job was asked to be due
     * @param created whether the response said that this try made it; false where there was none
     * @param lane that of its key, in a tube with keys
     */
    record Produced(String id, Instant due, CallOutcome outcome, boolean created, Optional<Lane> lane, Span span)
            implements Entry {}

    /**
     * A job that reached a consumer.
     *
     * @param until the deadline of the lease
     * @param ttr with {@code until}, when it was given
     * @param isTaken whether the consumer named its id, and so did not wait until it was due
     * @param isIntact whether the payload is the one that was produced
     */
    record HandedOut(String id, long lease, Instant until, Duration ttr, boolean isTaken, boolean isIntact, Span span)
            implements Entry {
        /** When the lease was given. */
        public Instant given() {
            return until.minus(ttr);
        }
    }

    /**
     * One try to use a lease.
     *
     * @param time of a touch that was done the new deadline, of a release when the job is due again; otherwise empty
     */
    record Acknowledged(Verb verb, String id, long lease, CallOutcome outcome, Optional<Instant> time, Span span)
            implements Entry {}

    /**
     * Something that was broken on purpose.
     *
     * @param undoes how old an answered call may be that this undoes, as the loss of a primary does; empty = it must
     *     undo nothing
     */
    record Fault(String name, Optional<Duration> undoes, Span span) implements Entry {}
}
