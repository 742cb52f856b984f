package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.Verb;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a consumer says of a job that it holds. {@link Lease#CURRENT} speaks for whoever holds it. */
public sealed interface Acknowledgement {
    JobId id();

    Lease lease();

    Verb verb();

    /** The work is done: the job is gone. Also after the lease ran out, as long as nobody else was given the job. */
    record Finish(JobId id, Lease lease) implements Acknowledgement {
        @Override
        public Verb verb() {
            return Verb.FINISH;
        }
    }

    /**
     * Back to the tube, after a delay; to the failed ones when the attempts are spent.
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
     * To the failed ones, until somebody kicks or deletes it.
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

    /** Still at work: the lease runs for another ttr from now. */
    record Touch(JobId id, Lease lease) implements Acknowledgement {
        @Override
        public Verb verb() {
            return Verb.TOUCH;
        }
    }

    /**
     * Given back, this execution uncounted.
     *
     * @param delay until it is due again; zero = it is ready, in the place that it had
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
