package io.grape.client.worker;

import io.grape.client.DecodeException;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** One run of a handler. Everything that happens in it becomes an outcome. */
final class HandlerInvoker<T> {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerInvoker.class);
    private static final String TRACEPARENT = "traceparent";

    private final OutcomeHandler<? super T> handler;
    private final WorkerSettings settings;

    HandlerInvoker(OutcomeHandler<? super T> handler, WorkerSettings settings) {
        this.handler = handler;
        this.settings = settings;
    }

    /** The job's time limit, which overrides its tube's; null: none. */
    @Nullable
    Duration timeout(HeldJob<T> job) {
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
    Outcome timedOut(HeldJob<T> job, Duration timeout) {
        return failed(job, new HandlerTimeoutException(timeout, job.lease().whereItRuns()));
    }

    Outcome invoke(HeldJob<T> job) {
        MDC.put("grape.tube", job.tube());
        MDC.put("grape.job", job.id());
        String trace = job.headers().get(TRACEPARENT);
        if (trace != null) {
            MDC.put(TRACEPARENT, trace);
        }
        job.lease().runsHere();
        try {
            return outcome(job);
        } finally {
            job.lease().ranHere();
            MDC.remove("grape.tube");
            MDC.remove("grape.job");
            if (trace != null) {
                MDC.remove(TRACEPARENT);
            }
        }
    }

    /** An Error fails only this job: it must not stop the tube's worker. */
    private Outcome outcome(HeldJob<T> job) {
        try {
            T payload;
            try {
                payload = job.payload();
            } catch (DecodeException e) {
                return undecoded(job, e);
            }
            Outcome outcome = handler.decide(payload, job);
            return outcome == null ? failed(job, new NullPointerException("the handler decided null")) : outcome;
        } catch (Throwable e) {
            return failed(job, e);
        }
    }

    /**
     * Another worker, for example of a later release, may be able to decode it. A LinkageError means that the classes
     * of this process are broken.
     */
    private Outcome undecoded(HeldJob<T> job, DecodeException failure) {
        if (failure.getCause() instanceof LinkageError) {
            return failed(job, failure.getCause());
        }
        if (settings.undecodable() == Undecodable.RETRY) {
            return failed(job, failure);
        }
        LOG.warn("buried, its payload does not decode tube={} id={}", job.tube(), job.id(), failure);
        return Outcome.bury(String.valueOf(failure.getMessage()));
    }

    private Outcome failed(HeldJob<T> job, Throwable failure) {
        Outcome outcome = settings.retry().after(failure, job.noe(), job.maxAttempts(), ThreadLocalRandom.current());
        try {
            tell(job, failure, outcome);
        } catch (RuntimeException | Error e) {
            LOG.warn("failed, and cannot be logged tube={} id={} type={}", job.tube(), job.id(), failure.getClass());
        }
        return outcome;
    }

    private void tell(HeldJob<T> job, Throwable failure, Outcome outcome) {
        if (job.isLeaseLost()) {
            LOG.debug("stopped, its lease is lost tube={} id={}", job.tube(), job.id(), failure);
        } else if (failure instanceof Error) {
            LOG.error("failed tube={} id={} noe={} then={}", job.tube(), job.id(), job.noe(), outcome, failure);
        } else {
            LOG.warn("failed tube={} id={} noe={} then={}", job.tube(), job.id(), job.noe(), outcome, failure);
        }
    }
}
