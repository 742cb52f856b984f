package io.grape.spring;

import io.grape.client.worker.Retry;
import io.grape.client.worker.TubeOptions;
import io.grape.client.worker.WorkerBuilder;
import io.grape.spring.GrapeProperties.RetryProperties;
import io.grape.spring.GrapeProperties.TubeProperties;
import io.grape.spring.GrapeProperties.TubeRetryProperties;
import io.grape.spring.GrapeProperties.WorkerProperties;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The properties of the worker and of its tubes, as the client takes them. */
record WorkerOptions(WorkerProperties worker) {
    private static final TubeRetryProperties NO_RETRY = new TubeRetryProperties(null, null, null);

    /** Throws a BadConfigurationException that names the property. */
    void apply(WorkerBuilder builder, Duration drain) {
        Object unused = BadConfigurationException.named("grape.worker", () -> {
            Duration timeout = worker.timeout();
            if (timeout != null) {
                builder.timeout(timeout);
            }
            Integer prefetch = worker.prefetch();
            if (prefetch != null) {
                builder.prefetch(prefetch);
            }
            return builder.concurrency(worker.concurrency())
                    .undecodable(worker.undecodable())
                    .interruptOnLostLease(worker.interruptOnLostLease())
                    .retry(retry(NO_RETRY, List.of()))
                    .drain(drain);
        });
    }

    /** Only what differs from the worker. Throws a BadConfigurationException that names the property. */
    TubeOptions of(String tube, TubeProperties own, List<Class<? extends Throwable>> buryOn) {
        return BadConfigurationException.named("grape.tubes." + tube, () -> {
            TubeOptions.Chosen options = TubeOptions.inherited();
            options = chosen(options, own.concurrency(), TubeOptions.Chosen::concurrency);
            options = chosen(options, own.prefetch(), TubeOptions.Chosen::prefetch);
            options = chosen(options, own.timeout(), TubeOptions.Chosen::timeout);
            options = chosen(options, own.undecodable(), TubeOptions.Chosen::undecodable);
            boolean isRetry = !own.retry().equals(NO_RETRY) || !buryOn.isEmpty();
            return isRetry ? options.retry(retry(own.retry(), buryOn)) : options;
        });
    }

    private static <T> TubeOptions.Chosen chosen(
            TubeOptions.Chosen options, @Nullable T value, BiFunction<TubeOptions.Chosen, T, TubeOptions.Chosen> with) {
        return value == null ? options : with.apply(options, value);
    }

    @SuppressWarnings("unchecked") // An array of classes has no type of its own.
    private Retry retry(TubeRetryProperties own, List<Class<? extends Throwable>> buryOn) {
        RetryProperties common = worker.retry();
        return Retry.exponential(
                        Objects.requireNonNullElse(own.first(), common.first()),
                        Objects.requireNonNullElse(own.most(), common.most()))
                .attempts(Objects.requireNonNullElse(own.attempts(), common.attempts()))
                .buryOn(buryOn.toArray(Class[]::new));
    }
}
