package io.grape.client.worker;

import io.grape.client.DecodeException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Runs a handler of batches. */
record BatchInvoker<T>(BatchHandler<T> handler, FailureRule rule, List<Interceptor> interceptors)
        implements JobInvoker<T> {
    private static final Logger LOG = LoggerFactory.getLogger(BatchInvoker.class);

    @Override
    public List<Outcome> invoke(List<HeldJob<T>> jobs) {
        MDC.put("grape.tube", jobs.get(0).tube());
        jobs.forEach(job -> job.lease().runsHere());
        try {
            return outcomes(jobs);
        } finally {
            jobs.forEach(job -> job.lease().ranHere());
            MDC.remove("grape.tube");
        }
    }

    private List<Outcome> outcomes(List<HeldJob<T>> jobs) {
        Map<HeldJob<T>, Outcome> outcomes = new HashMap<>();
        Map<HeldJob<T>, BatchJob<T>> batch = new LinkedHashMap<>();
        for (HeldJob<T> job : jobs) {
            try {
                batch.put(job, BatchJob.of(job.payload(), job));
            } catch (DecodeException e) {
                outcomes.put(job, rule.undecoded(job, e));
            } catch (Throwable e) {
                // Such as no memory for this payload.
                outcomes.put(job, rule.failed(job, e));
            }
        }
        Throwable failure = batch.isEmpty() ? null : failure(List.copyOf(batch.keySet()), List.copyOf(batch.values()));
        batch.forEach((job, decided) -> outcomes.put(job, outcome(job, decided, failure)));
        return jobs.stream()
                .map(job -> Objects.requireNonNull(outcomes.get(job)))
                .toList();
    }

    private Outcome outcome(HeldJob<T> job, BatchJob<T> decided, @Nullable Throwable failure) {
        return decided.outcome().orElseGet(() -> failure == null ? Outcome.finish() : rule.after(job, failure));
    }

    /** Runs the handler. Returns what it threw; null: nothing. */
    private @Nullable Throwable failure(List<HeldJob<T>> held, List<BatchJob<T>> batch) {
        AtomicBoolean handled = new AtomicBoolean();
        try {
            from(0, held, batch, handled);
            if (!handled.get()) {
                throw new IllegalStateException("an interceptor did not proceed");
            }
            return null;
        } catch (Throwable e) {
            Safely.run(
                    "a warning",
                    () -> LOG.warn(
                            "a batch failed tube={} jobs={} undecided={}",
                            held.get(0).tube(),
                            batch.size(),
                            batch.stream()
                                    .filter(job -> job.outcome().isEmpty())
                                    .count(),
                            e));
            return e;
        }
    }

    private void from(int place, List<HeldJob<T>> held, List<BatchJob<T>> batch, AtomicBoolean handled)
            throws Exception {
        if (place < interceptors.size()) {
            interceptors.get(place).aroundBatch(held, () -> from(place + 1, held, batch, handled));
        } else {
            handled.set(true);
            handler.handle(batch);
        }
    }
}
