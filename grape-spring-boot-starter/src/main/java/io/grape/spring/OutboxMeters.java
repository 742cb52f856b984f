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
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outbox of this process as meters. A scrape never waits for the database: it returns what the last read of the table found, and
 * starts the next read in the background if that one is older than 10 s. Gauges are NaN without a relay, before the first read has
 * ended, after a read that failed, and while one takes longer than 10 s. The counters are those of the relay, without a read.
 */
final class OutboxMeters implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxMeters.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final RelayLifecycle relay;
    private @Nullable OutboxStatus status;
    private @Nullable Thread reading;
    /** By {@code System.nanoTime()}. */
    private long nextReadAt = System.nanoTime();

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
                        meters -> meters.now(read -> read.oldest().toMillis()))
                .description("Age of the oldest row")
                .register(registry);
        FunctionCounter.builder(
                        "grape.outbox.relayed", new RelayCounter(relay, OutboxRelay::relayed), RelayCounter::sum)
                .description("Jobs that this process has delivered")
                .register(registry);
        FunctionCounter.builder(
                        "grape.outbox.existed", new RelayCounter(relay, OutboxRelay::existed), RelayCounter::sum)
                .description("Jobs of those that the broker knew already")
                .register(registry);
        refresh();
    }

    private synchronized double now(ToLongFunction<OutboxStatus> value) {
        refresh();
        boolean isStuck = reading != null && System.nanoTime() - nextReadAt >= 0;
        return status == null || isStuck ? Double.NaN : value.applyAsLong(status);
    }

    private synchronized void refresh() {
        if (relay.relay().isEmpty()) {
            status = null;
        } else if (reading == null && System.nanoTime() - nextReadAt >= 0) {
            nextReadAt = System.nanoTime() + INTERVAL.toNanos();
            OutboxRelay running = relay.relay().get();
            reading = new Thread(() -> ended(read(running)), "grape-outbox-meters");
            reading.setDaemon(true);
            reading.start();
        }
    }

    private synchronized void ended(@Nullable OutboxStatus read) {
        status = read;
        reading = null;
    }

    private static @Nullable OutboxStatus read(OutboxRelay relay) {
        try {
            return relay.status();
        } catch (OutboxException e) {
            LOG.warn("the outbox could not be read for its meters", e);
            return null;
        } catch (RuntimeException | Error e) {
            LOG.error("the outbox could not be read for its meters", e);
            return null;
        }
    }

    /** A count of the relays that this process has had: it never falls, even if the relay stops and starts. */
    private static final class RelayCounter {
        private final RelayLifecycle relay;
        private final ToLongFunction<OutboxRelay> count;
        private @Nullable OutboxRelay last;
        private long before;

        RelayCounter(RelayLifecycle relay, ToLongFunction<OutboxRelay> count) {
            this.relay = relay;
            this.count = count;
        }

        synchronized double sum() {
            OutboxRelay running = relay.relay().orElse(last);
            if (last != null && last != running) {
                before += count.applyAsLong(last);
            }
            last = running;
            return before + (last == null ? 0 : count.applyAsLong(last));
        }
    }
}
