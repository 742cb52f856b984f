package io.grape.client;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What becomes of a hand-out. Made from the {@link Job}, or of the id and the lease it was handed out with. */
public sealed interface Acknowledgement {
    /** Of the job. */
    String id();

    /** The one that the job was handed out with. Any other fails with {@link ErrorCode#LEASE_LOST}. */
    Lease lease();

    /** It is done. */
    record Finish(String id, Lease lease) implements Acknowledgement {}

    /**
     * Back into the tube; into failed when its attempts are spent.
     *
     * @param delay until it is due again
     * @param priority null: as it was
     */
    record Release(
            String id,
            Lease lease,
            Duration delay,
            @Nullable Long priority) implements Acknowledgement {
        /** Throws a NullPointerException where there is no delay. */
        public Release {
            Objects.requireNonNull(delay, "delay: expected one, got null");
        }
    }

    /**
     * Into failed, for a person to look at.
     *
     * @param reason up to 1000 characters, null: none
     * @param priority null: as it was
     */
    record Bury(
            String id,
            Lease lease,
            @Nullable String reason,
            @Nullable Long priority) implements Acknowledgement {}

    /** The lease lasts another ttr from now. */
    record Touch(String id, Lease lease) implements Acknowledgement {}

    /**
     * Given back, and this execution does not count.
     *
     * @param delay until it is due again; zero: at once, in the place that it had
     */
    record HandBack(String id, Lease lease, Duration delay) implements Acknowledgement {
        /** Throws a NullPointerException where there is no delay. */
        public HandBack {
            Objects.requireNonNull(delay, "delay: expected one, got null");
        }
    }

    /** The job is done. Throws an IllegalStateException where the job has no lease: it was not consumed but looked at. */
    static Finish finish(Job<?> job) {
        return new Finish(job.id(), job.requireLease());
    }

    /** Back into the tube, with the priority it has; due again after {@code delay}, 0 to 49710 days. Throws as {@link #finish}. */
    static Release release(Job<?> job, Duration delay) {
        return new Release(job.id(), job.requireLease(), delay, null);
    }

    /** Into failed, with a reason of up to 1000 characters. Throws as {@link #finish}. */
    static Bury bury(Job<?> job, String reason) {
        return new Bury(job.id(), job.requireLease(), reason, null);
    }

    /** Its lease lasts another ttr from now. Throws as {@link #finish}. */
    static Touch touch(Job<?> job) {
        return new Touch(job.id(), job.requireLease());
    }

    /** Back where it was, undelayed and uncounted. Throws as {@link #finish}. */
    static HandBack handBack(Job<?> job) {
        return new HandBack(job.id(), job.requireLease(), Duration.ZERO);
    }

    /** Due again after {@code delay}, 0 to 49710 days, and uncounted: come back later. Throws as {@link #finish}. */
    static HandBack handBack(Job<?> job, Duration delay) {
        return new HandBack(job.id(), job.requireLease(), delay);
    }
}
