package io.grape.client.transport;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Probes an ejected broker until it gets calls again, so no user's call pays for a broker that still fails. Any
 * response below 500 is good: a proxy may hide the health page.
 */
final class HealthProbes {
    private static final long MAX = TimeUnit.SECONDS.toNanos(2);

    private final HttpWire wire;
    private final Threads threads;
    private final LongSupplier clock;

    HealthProbes(HttpWire wire, Threads threads, LongSupplier clock) {
        this.wire = wire;
        this.threads = threads;
        this.clock = clock;
    }

    /** The first probe comes after a pause. */
    void begin(Brokers brokers, Broker broker) {
        var unused = threads.after(broker.circuit.pause(), () -> probe(brokers, broker));
    }

    private void probe(Brokers brokers, Broker broker) {
        if (!broker.circuit.isEjected() || !brokers.contains(broker)) {
            return;
        }
        long startedAt = clock.getAsLong();
        Attempt probe = new Attempt(broker, wire.health(broker), threads, outcome -> {
            if (!isHealthy(outcome) || !brokers.restore(broker, clock.getAsLong() - startedAt)) {
                begin(brokers, broker);
            }
        });
        probe.start(MAX, false, threads.workers());
    }

    private static boolean isHealthy(AttemptResult outcome) {
        return outcome.isSuccess() || outcome.health() == AttemptResult.Health.GOOD;
    }
}
