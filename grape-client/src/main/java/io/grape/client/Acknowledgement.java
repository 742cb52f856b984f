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

    /**
     * The work is done.
     *
     * @param result kept for a time if the tube keeps finished jobs; null: none
     */
    record Finish(String id, Lease lease, @Nullable JobResult result) implements Acknowledgement {
        /** A finish without a result. */
        public Finish(String id, Lease lease) {
            this(id, lease, null);
        }
    }

    /**
     * Put back into the tube. The job fails if its attempts are spent.
     *
     * @param delay until it is due again; null: as the {@link RetrySettings} of the tube say, at once if it has none or
     *     if the key rests
     * @param priority null: as it was
     * @param restKey for so long no job of its key is delivered, and this execution does not count; null: the key does
     *     not rest. Fails with {@link ErrorCode#WRONG_STATE} unless the job has a key and its tube has keys
     */
    record Release(
            String id,
            Lease lease,
            @Nullable Duration delay,
            @Nullable Long priority,
            @Nullable Duration restKey) implements Acknowledgement {
        /** A release after which the key does not rest. Throws a NullPointerException if there is no delay. */
        public Release(String id, Lease lease, Duration delay, @Nullable Long priority) {
            this(id, lease, Objects.requireNonNull(delay, "delay: expected one, got null"), priority, null);
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

    /**
     * A heartbeat: the lease lasts another ttr from now.
     *
     * @param progress how far the work is, 0 to 100; null: it is not said
     * @param note about the progress, up to 256 characters; null: none. Without either, the progress stays as it was
     */
    record Touch(
            String id,
            Lease lease,
            @Nullable Integer progress,
            @Nullable String note) implements Acknowledgement {
        /** A heartbeat that leaves the progress as it was. */
        public Touch(String id, Lease lease) {
            this(id, lease, null, null);
        }
    }

    /** Left to the next consumer, with a checkpoint. The job is ready at once; this execution does not count. */
    record HandOver(String id, Lease lease, Checkpoint checkpoint) implements Acknowledgement {}

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

    /** The work is done, and this is its result: {@link Grape#awaitResult} returns it. Throws like {@link #finish(Job)}. */
    static Finish finish(Job<?> job, JobResult result) {
        return new Finish(job.id(), job.requireLease(), result);
    }

    /**
     * Put back into the tube with its priority, due again after {@code delay}, 0 to 49710 days. Throws like
     * {@link #finish}.
     */
    static Release release(Job<?> job, Duration delay) {
        return new Release(job.id(), job.requireLease(), delay, null);
    }

    /**
     * Put back into the tube with its priority, due again when the {@link RetrySettings} of the tube say so, at once if
     * it has none. Throws like {@link #finish}.
     */
    static Release release(Job<?> job) {
        return new Release(job.id(), job.requireLease(), null, null, null);
    }

    /**
     * Put back into the tube at once, and no job of its key is delivered for {@code rest}, 1 ms to 49710 days. This
     * execution does not count. Throws like {@link #finish}.
     */
    static Release restKey(Job<?> job, Duration rest) {
        return new Release(job.id(), job.requireLease(), Duration.ZERO, null, rest);
    }

    /** Failed (a dead letter), with a reason of up to 1000 characters. Throws like {@link #finish}. */
    static Bury bury(Job<?> job, String reason) {
        return new Bury(job.id(), job.requireLease(), reason, null);
    }

    /** A heartbeat: the lease lasts another ttr from now. Throws like {@link #finish}. */
    static Touch touch(Job<?> job) {
        return new Touch(job.id(), job.requireLease());
    }

    /**
     * A heartbeat that says how far the work is, 0 to 100, with a note of up to 256 characters. Throws like
     * {@link #finish}.
     */
    static Touch progress(Job<?> job, int percent, String note) {
        return new Touch(job.id(), job.requireLease(), percent, note);
    }

    /**
     * Left to the next consumer, with a checkpoint that it finds in {@link Job#checkpoint}. The job is ready at once; this
     * execution does not count. Throws like {@link #finish}.
     */
    static HandOver handOver(Job<?> job, Checkpoint checkpoint) {
        return new HandOver(job.id(), job.requireLease(), checkpoint);
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
