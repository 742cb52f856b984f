package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.Verb;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's acknowledgement of a job that it holds. {@link Lease#CURRENT} means the present lease, whoever holds it.
 */
public sealed interface Acknowledgement {
    JobId id();

    Lease lease();

    Verb verb();

    /**
     * The work is done: the job is gone. Accepted even after the lease expired, unless another consumer has the job.
     */
    record Finish(JobId id, Lease lease) implements Acknowledgement {
        @Override
        public Verb verb() {
            return Verb.FINISH;
        }
    }

    /**
     * Puts the job back after a delay; it fails if its attempts are spent.
     *
     * @param priority null = as it was
     */
    record Release(
            JobId id, Lease lease, Duration delay, @Nullable Long priority) implements Acknowledgement {
        public Release {
            Limits.checkedDelay("delayMs", delay);
            if (priority != null) {
                Limits.checkedPriority(priority);
            }
        }

        @Override
        public Verb verb() {
            return Verb.RELEASE;
        }
    }

    /**
     * Fails the job, until someone kicks or deletes it.
     *
     * @param priority null = as it was
     */
    record Bury(
            JobId id, Lease lease, String reason, @Nullable Long priority) implements Acknowledgement {
        public Bury {
            Limits.checkedReason(reason);
            if (priority != null) {
                Limits.checkedPriority(priority);
            }
        }

        @Override
        public Verb verb() {
            return Verb.BURY;
        }
    }

    /** A heartbeat: the lease lasts another ttr from now. */
    record Touch(JobId id, Lease lease) implements Acknowledgement {
        @Override
        public Verb verb() {
            return Verb.TOUCH;
        }
    }

    /**
     * Hands the job back; this execution does not count.
     *
     * @param delay until it is due again; zero = ready at once, in its old place
     */
    record HandBack(JobId id, Lease lease, Duration delay) implements Acknowledgement {
        public HandBack {
            Limits.checkedDelay("delayMs", delay);
        }

        @Override
        public Verb verb() {
            return Verb.HANDBACK;
        }
    }
}
