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
     * The work is done: the job is gone, or kept for a time where the tube keeps finished jobs. Accepted even after the
     * lease expired, unless another consumer has the job. Of a kept job it is accepted again, under the same lease.
     *
     * @param result kept with the job; null = none. If it is larger than its tube allows, the job is TOO_LARGE and not
     *     finished
     */
    record Finish(JobId id, Lease lease, @Nullable Payload result) implements Acknowledgement {
        public Finish(JobId id, Lease lease) {
            this(id, lease, null);
        }

        @Override
        public Verb verb() {
            return Verb.FINISH;
        }
    }

    /**
     * Puts the job back after a delay; it fails if its attempts are spent.
     *
     * @param delay null = as the retry of the tube says; at once if the tube has none, or if the key rests
     * @param priority null = as it was
     * @param restKey for so long no job of its key is delivered, and this execution does not count; null = it does not
     *     rest. Refused with WRONG_STATE unless the job has a key and its tube has keys
     */
    record Release(
            JobId id,
            Lease lease,
            @Nullable Duration delay,
            @Nullable Long priority,
            @Nullable Duration restKey) implements Acknowledgement {
        public Release {
            if (delay != null) {
                Limits.checkedDelay("delayMs", delay);
            }
            if (priority != null) {
                Limits.checkedPriority(priority);
            }
            if (restKey != null) {
                Limits.checked("pauseKeyMs", restKey.toMillis(), 1, Limits.MAX_DURATION.toMillis());
            }
        }

        public Release(JobId id, Lease lease, @Nullable Duration delay, @Nullable Long priority) {
            this(id, lease, delay, priority, null);
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

    /**
     * A heartbeat: the lease lasts another ttr from now.
     *
     * @param progress how far the work is, 0 to 100; null = it is not said
     * @param note about the progress, null = none. Without either, the progress stays as it was
     */
    record Touch(
            JobId id,
            Lease lease,
            @Nullable Integer progress,
            @Nullable String note) implements Acknowledgement {
        public Touch {
            if (progress != null) {
                Limits.checked("progress", progress, 0, 100);
            }
            if (note != null) {
                Limits.checkedNote(note);
            }
        }

        public Touch(JobId id, Lease lease) {
            this(id, lease, null, null);
        }

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

    /**
     * Leaves the job to the next consumer, with a checkpoint. It is ready at once; this execution does not count. The
     * checkpoint is kept until the job is finished, or handed over again.
     */
    record HandOver(JobId id, Lease lease, Checkpoint checkpoint) implements Acknowledgement {
        @Override
        public Verb verb() {
            return Verb.HANDOVER;
        }
    }
}
