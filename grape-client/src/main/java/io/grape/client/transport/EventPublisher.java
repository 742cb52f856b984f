package io.grape.client.transport;

import io.grape.client.transport.Circuit.Why;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the log and calls the user's listener. An exception of the listener stops no call. */
final class EventPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);

    /** Between two warnings about the same trouble. */
    private static final long WARN_EACH_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final CallEvents events;
    private final LongSupplier clock;
    private final AtomicLong warnedAt;

    EventPublisher(CallEvents events, LongSupplier clock) {
        this.events = events;
        this.clock = clock;
        this.warnedAt = new AtomicLong(clock.getAsLong() - WARN_EACH_NANOS);
    }

    void called(Call call, String outcome, Duration took) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "called call={} target={} outcome={} tookMs={}",
                    call.name(),
                    call.target(),
                    outcome,
                    took.toMillis());
        }
        called(call.name(), outcome, took);
    }

    void called(String call, String outcome, Duration took) {
        guarded(() -> events.called(call, outcome, took));
    }

    void attemptFailed(Call call, Broker broker, CallException failure) {
        LOG.debug("attempt failed call={} broker={} failure={}", call.name(), broker, failure.getMessage());
    }

    void retried(Call call) {
        guarded(() -> events.retried(call.name()));
    }

    void shed(Call call, String why) {
        guarded(() -> events.shed(call.name(), why));
    }

    void throttled(Call call) {
        guarded(() -> events.throttled(call.name()));
    }

    void broken(Call call) {
        guarded(() -> events.broken(call.name()));
    }

    void breakerOpened(Broker broker, Traffic traffic, String detail) {
        LOG.warn("breaker open broker={} calls={} why={}", broker, traffic, detail);
    }

    void breakerClosed(Broker broker, Traffic traffic) {
        LOG.warn("breaker closed broker={} calls={}", broker, traffic);
    }

    /** Ejections last longer each time, so there are few lines. A drain is not a failure. */
    void ejected(Broker broker, Why why, String detail) {
        if (why == Why.DRAINING) {
            LOG.info("broker drains, gets no calls broker={}", broker);
            return;
        }
        String said = (why == Why.SLOW ? "slow: " : "fails: ") + detail;
        LOG.warn("broker ejected broker={} why={}", broker, said);
        guarded(() -> events.ejected(broker.base(), said));
    }

    /** Logged from time to time while it fails, because each call tries it. */
    void aloneFails(Broker broker, String detail) {
        long now = clock.getAsLong();
        long last = warnedAt.get();
        if (now - last >= WARN_EACH_NANOS && warnedAt.compareAndSet(last, now)) {
            LOG.warn("the only broker fails broker={} why={}", broker, detail);
        }
    }

    void restored(Broker broker, Why why) {
        if (why == Why.DRAINING) {
            LOG.info("broker is back broker={}", broker);
            return;
        }
        LOG.warn("broker restored broker={}", broker);
        guarded(() -> events.restored(broker.base()));
    }

    private static void guarded(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable e) {
            // Other languages may throw checked exceptions.
            LOG.warn("the events of the client threw", e);
        }
    }
}
