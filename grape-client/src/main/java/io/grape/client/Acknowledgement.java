package io.grape.client;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The outcome of a delivery. Create it from the {@link Job}, or from the id and lease of the delivery. */
public sealed interface Acknowledgement {
    /** The id of the job. */
    String id();

    /** The lease of the delivery. Any other fails with {@link ErrorCode#LEASE_LOST}. */
    Lease lease();

    /** The work is done. */
    record Finish(String id, Lease lease) implements Acknowledgement {}

    /**
     * Put back into the tube. The job fails if its attempts are spent.
     *
     * @param delay until it is due again
     * @param priority null: as it was
     */
    record Release(
            String id,
            Lease lease,
            Duration delay,
            @Nullable Long priority) implements Acknowledgement {
        /** Throws a NullPointerException if there is no delay. */
        public Release {
            Objects.requireNonNull(delay, "delay: expected one, got null");
        }
    }

    /**
     * Failed: a dead letter for a person to look at.
     *
     * @param reason up to 1000 characters, null: none
     * @param priority null: as it was
     */
    record Bury(
            String id,
            Lease lease,
            @Nullable String reason,
            @Nullable Long priority) implements Acknowledgement {}

    /** A heartbeat: the lease lasts another ttr from now. */
    record Touch(String id, Lease lease) implements Acknowledgement {}

    /**
     * Handed back; this execution does not count.
     *
     * @param delay until it is due again; zero: at once, in the place that it had
     */
    record HandBack(String id, Lease lease, Duration delay) implements Acknowledgement {
        /** Throws a NullPointerException if there is no delay. */
        public HandBack {
            Objects.requireNonNull(delay, "delay: expected one, got null");
        }
    }

    /**
     * The work is done. Throws an IllegalStateException if the job has no lease, because it was peeked and not
     * consumed.
     */
    static Finish finish(Job<?> job) {
        return new Finish(job.id(), job.requireLease());
    }

    /**
     * Put back into the tube with its priority, due again after {@code delay}, 0 to 49710 days. Throws like
     * {@link #finish}.
     */
    static Release release(Job<?> job, Duration delay) {
        return new Release(job.id(), job.requireLease(), delay, null);
    }

    /** Failed (a dead letter), with a reason of up to 1000 characters. Throws like {@link #finish}. */
    static Bury bury(Job<?> job, String reason) {
        return new Bury(job.id(), job.requireLease(), reason, null);
    }

    /** A heartbeat: the lease lasts another ttr from now. Throws like {@link #finish}. */
    static Touch touch(Job<?> job) {
        return new Touch(job.id(), job.requireLease());
    }

    /** Handed back to its old place at once; this execution does not count. Throws like {@link #finish}. */
    static HandBack handBack(Job<?> job) {
        return new HandBack(job.id(), job.requireLease(), Duration.ZERO);
    }

    /**
     * Handed back, due again after {@code delay}, 0 to 49710 days; this execution does not count. Throws like
     * {@link #finish}.
     */
    static HandBack handBack(Job<?> job, Duration delay) {
        return new HandBack(job.id(), job.requireLease(), delay);
    }
}
