package io.grape.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What becomes of a hand-out. Made from the {@link Job}, or of the id and the lease it was handed out with. */
public sealed interface Acknowledgement {
    String id();

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
            @Nullable Long priority) implements Acknowledgement {}

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

    /** Back where it was, undelayed, and this execution does not count: for a job that was not begun, or has to begin anew. */
    record HandBack(String id, Lease lease) implements Acknowledgement {}

    /** It is done. */
    static Finish finish(Job<?> job) {
        return new Finish(job.id(), job.requireLease());
    }

    /** It is due again after a delay. */
    static Release release(Job<?> job, Duration delay) {
        return new Release(job.id(), job.requireLease(), delay, null);
    }

    /** A person is to look at it, and reads the reason: up to 1000 characters. */
    static Bury bury(Job<?> job, String reason) {
        return new Bury(job.id(), job.requireLease(), reason, null);
    }

    /** Its lease lasts another ttr from now. */
    static Touch touch(Job<?> job) {
        return new Touch(job.id(), job.requireLease());
    }

    /** As if it had not been handed out. */
    static HandBack handBack(Job<?> job) {
        return new HandBack(job.id(), job.requireLease());
    }
}
