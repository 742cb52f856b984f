package io.grape.client.worker;

import io.grape.client.DecodeException;
import io.grape.client.NewJob;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a job whose handler failed, and how long a handler may take. */
record FailureRule(WorkerSettings settings) {
    private static final Logger LOG = LoggerFactory.getLogger(FailureRule.class);

    /** The job's time limit, which overrides its tube's; null: none. */
    @Nullable
    Duration timeout(HeldJob<?> job) {
        String own = job.headers().get(NewJob.TIMEOUT_HEADER);
        if (own == null) {
            return settings.timeout();
        }
        try {
            return Duration.ofMillis(Math.max(1, Long.parseLong(own)));
        } catch (NumberFormatException e) {
            LOG.warn(
                    "no timeout, the tube's is used tube={} id={} {}={}",
                    job.tube(),
                    job.id(),
                    NewJob.TIMEOUT_HEADER,
                    own);
            return settings.timeout();
        }
    }

    /** The outcome for a handler that took too long. */
    Outcome timedOut(HeldJob<?> job, Duration timeout) {
        return failed(job, new HandlerTimeoutException(timeout, job.lease().whereItRuns()));
    }

    /**
     * Another worker, for example of a later release, may be able to decode it. A LinkageError means that the classes
     * of this process are broken.
     */
    Outcome undecoded(HeldJob<?> job, DecodeException failure) {
        if (failure.getCause() instanceof LinkageError) {
            return failed(job, failure.getCause());
        }
        if (settings.undecodable() == Undecodable.RETRY) {
            return failed(job, failure);
        }
        LOG.warn("buried, its payload does not decode tube={} id={}", job.tube(), job.id(), failure);
        return Outcome.bury(String.valueOf(failure.getMessage()));
    }

    /** The same as {@link #after}, and logs it. */
    Outcome failed(HeldJob<?> job, Throwable failure) {
        Outcome outcome = after(job, failure);
        try {
            tell(job, failure, outcome);
        } catch (RuntimeException | Error e) {
            LOG.warn("failed, and cannot be logged tube={} id={} type={}", job.tube(), job.id(), failure.getClass());
        }
        return outcome;
    }

    /** What the retry says. */
    Outcome after(HeldJob<?> job, Throwable failure) {
        return settings.retry().after(failure, job);
    }

    private static void tell(HeldJob<?> job, Throwable failure, Outcome outcome) {
        if (job.isLeaseLost()) {
            LOG.debug("stopped, its lease is lost tube={} id={}", job.tube(), job.id(), failure);
        } else if (failure instanceof Error) {
            LOG.error("failed tube={} id={} noe={} then={}", job.tube(), job.id(), job.noe(), outcome, failure);
        } else {
            LOG.warn("failed tube={} id={} noe={} then={}", job.tube(), job.id(), job.noe(), outcome, failure);
        }
    }
}
