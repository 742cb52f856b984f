package io.grape.spring;

import io.grape.outbox.OutboxException;
import io.grape.outbox.OutboxRelay;
import io.grape.outbox.OutboxStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the relay of this process tells of the outbox. The table is read once in 10 s at most, on the thread that asks. Gauges are NaN
 * without a relay, and while the database cannot be read.
 */
final class OutboxMeters implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxMeters.class);
    private static final Duration HOLDS = Duration.ofSeconds(10);

    private final RelayLifecycle relay;
    private Optional<OutboxStatus> status = Optional.empty();
    private long readAgainAt = System.nanoTime();

    OutboxMeters(RelayLifecycle relay) {
        this.relay = relay;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("grape.outbox.pending", this, meters -> meters.now(OutboxStatus::pending))
                .description("Rows in the table")
                .register(registry);
        Gauge.builder("grape.outbox.refused", this, meters -> meters.now(OutboxStatus::refused))
                .description("Rows that the broker has refused at least once")
                .register(registry);
        TimeGauge.builder(
                        "grape.outbox.oldest",
                        this,
                        TimeUnit.MILLISECONDS,
                        meters -> meters.now(seen -> seen.oldest().toMillis()))
                .description("Age of the oldest row")
                .register(registry);
        FunctionCounter.builder("grape.outbox.relayed", this, meters -> meters.sum(OutboxStatus::relayed))
                .description("Jobs that this relay has delivered")
                .register(registry);
        FunctionCounter.builder("grape.outbox.existed", this, meters -> meters.sum(OutboxStatus::existed))
                .description("Jobs of those that the broker knew already")
                .register(registry);
    }

    private double now(ToLongFunction<OutboxStatus> value) {
        return status().map(seen -> (double) value.applyAsLong(seen)).orElse(Double.NaN);
    }

    private double sum(ToLongFunction<OutboxStatus> value) {
        return status().map(value::applyAsLong).orElse(0L);
    }

    private synchronized Optional<OutboxStatus> status() {
        if (System.nanoTime() - readAgainAt >= 0) {
            status = relay.relay().flatMap(OutboxMeters::read);
            readAgainAt = System.nanoTime() + HOLDS.toNanos();
        }
        return status;
    }

    private static Optional<OutboxStatus> read(OutboxRelay relay) {
        try {
            return Optional.of(relay.status());
        } catch (OutboxException e) {
            LOG.warn("the outbox could not be read for its meters", e);
            return Optional.empty();
        }
    }
}
