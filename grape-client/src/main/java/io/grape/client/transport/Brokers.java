package io.grape.client.transport;

import io.grape.client.transport.Circuit.Why;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The brokers of a client. Of two random healthy brokers, the one with fewer calls in flight gets the call. Brokers
 * that fail are ejected. So are slow ones, whose median response takes five times that of the others. If all brokers
 * are ejected, calls go to the least bad.
 */
final class Brokers {
    private static final int SLOWER = 5;
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(100);

    /** Listens to ejected and restored brokers. */
    interface Listener {
        void ejected(Brokers brokers, Broker broker, Why why, String detail);

        /** It fails, but is not ejected, because there is no other. */
        void aloneFails(Broker broker, String detail);

        void restored(Broker broker, Why why);
    }

    private final List<Broker> all;
    private final RandomGenerator random;
    private final LongSupplier clock;
    private final Listener listener;

    Brokers(List<URI> uris, RandomGenerator random, LongSupplier clock, Listener listener) {
        this.all = uris.stream().map(uri -> new Broker(uri, random)).toList();
        this.random = random;
        this.clock = clock;
        this.listener = listener;
    }

    /** The broker of the next attempt, for a call that has failed at some brokers already. */
    Broker choose(Set<Broker> failed) {
        List<Broker> untried = healthy(failed);
        if (!untried.isEmpty()) {
            return lessBusy(untried);
        }
        List<Broker> healthy = healthy(Set.of());
        return lessBusy(healthy.isEmpty() ? leastBad() : healthy);
    }

    /** Whether there is a healthy broker at which the call has not failed. */
    boolean another(Set<Broker> failed) {
        return !healthy(failed).isEmpty();
    }

    private List<Broker> healthy(Set<Broker> failed) {
        return which(broker -> !broker.circuit.isEjected() && !failed.contains(broker));
    }

    private List<Broker> which(Predicate<Broker> condition) {
        return all.stream().filter(condition).toList();
    }

    private List<Broker> leastBad() {
        Why least = all.stream()
                .map(broker -> broker.circuit.why())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        List<Broker> some = which(broker -> broker.circuit.why() == least);
        return some.isEmpty() ? all : some;
    }

    private Broker lessBusy(List<Broker> some) {
        int first = random.nextInt(some.size());
        if (some.size() == 1) {
            return some.get(0);
        }
        int second = (first + 1 + random.nextInt(some.size() - 1)) % some.size();
        return some.get(second).inFlight() < some.get(first).inFlight() ? some.get(second) : some.get(first);
    }

    /**
     * A broker responded.
     *
     * @param took nanoseconds beyond the time that the call waits; negative: unknown
     */
    void responded(Broker broker, long startedAt, long took) {
        long now = clock.getAsLong();
        Why why = broker.circuit.why();
        if (broker.circuit.succeeded(startedAt, now)) {
            restored(broker, why);
        }
        if (took >= 0) {
            broker.latency.add(took);
            if (isSlow(broker, took) && isSlow(broker, broker.latency.median()) && fewAreOut()) {
                eject(broker, Why.SLOW, "median " + TimeUnit.NANOSECONDS.toMillis(broker.latency.median()) + " ms");
            }
        }
    }

    /** A broker did not respond, or responded that it cannot serve. */
    void failed(Broker broker, String detail) {
        if (!broker.circuit.failed(clock.getAsLong())) {
            return;
        }
        if (all.size() > 1) {
            eject(broker, Why.FAILING, detail);
        } else {
            listener.aloneFails(broker, detail);
        }
    }

    /** A broker said that it shuts down. */
    void drains(Broker broker) {
        eject(broker, Why.DRAINING, "draining");
    }

    private void eject(Broker broker, Why why, String detail) {
        if (all.size() > 1 && broker.circuit.eject(why, clock.getAsLong())) {
            listener.ejected(this, broker, why, detail);
            if (why == Why.FAILING && another(Set.of())) {
                broker.leave();
            }
        }
    }

    /** A health probe succeeded. Returns whether the broker gets calls again; a slow one does not. */
    boolean restore(Broker broker, long took) {
        Why why = broker.circuit.why();
        if (why == Why.SLOW && isSlow(broker, took)) {
            return false;
        }
        if (broker.circuit.restore(clock.getAsLong())) {
            restored(broker, why);
        }
        return true;
    }

    private void restored(Broker broker, Why why) {
        broker.latency.clear();
        listener.restored(broker, why);
    }

    private boolean fewAreOut() {
        return which(broker -> broker.circuit.isEjected()).size() < all.size() / 2;
    }

    private boolean isSlow(Broker broker, long took) {
        if (took <= SLOW) {
            return false;
        }
        long[] others = all.stream()
                .filter(other -> other != broker && !other.circuit.isEjected())
                .mapToLong(other -> other.latency.median())
                .filter(median -> median >= 0)
                .sorted()
                .toArray();
        return others.length > 0 && took > SLOWER * others[others.length / 2];
    }
}
