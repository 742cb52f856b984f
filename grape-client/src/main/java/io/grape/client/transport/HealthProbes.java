package io.grape.client.transport;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Asks a broker that gets no calls for its health, until it gets them again. A call of a user would pay for a broker that is still
 * not well; a request for nothing else does not. Any response below 500 will do: a proxy may let nobody see how a broker is.
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

    /** Begins after the first pause. */
    void begin(Brokers brokers, Broker broker) {
        var unused = threads.after(broker.circuit.pause(), () -> probe(brokers, broker));
    }

    private void probe(Brokers brokers, Broker broker) {
        if (!broker.circuit.isEjected()) {
            return;
        }
        long startedAt = clock.getAsLong();
        new Attempt(broker, wire.health(broker)).start(MAX, threads, outcome -> {
            if (!isWell(outcome) || !brokers.restore(broker, clock.getAsLong() - startedAt)) {
                begin(brokers, broker);
            }
        });
    }

    private static boolean isWell(AttemptResult outcome) {
        return outcome.isAnswer() || outcome.health() == AttemptResult.Health.GOOD;
    }
}
