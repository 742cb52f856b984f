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
 * The brokers of a client, and which of them gets a call: of two at random the one with fewer calls in flight. Those that fail, or
 * whose median response takes five times that of the others, are left out, but when all are, calls go to the least bad.
 */
final class Brokers {
    private static final int SLOWER = 5;
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(100);

    /** Who is told when a broker goes out and comes back. */
    interface Listener {
        void ejected(Brokers brokers, Broker broker, Why why, String detail);

        /** It would be ejected, and there is no other. */
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

    /** Where the next attempt of a call goes that has failed at some already. */
    Broker choose(Set<Broker> failed) {
        List<Broker> fresh = which(broker -> !broker.circuit.isEjected() && !failed.contains(broker));
        if (!fresh.isEmpty()) {
            return lessBusy(fresh);
        }
        List<Broker> well = which(broker -> !broker.circuit.isEjected());
        return lessBusy(well.isEmpty() ? leastBad() : well);
    }

    /** Whether there is one that is well, and at which a call has not failed. */
    boolean another(Set<Broker> failed) {
        return all.stream().anyMatch(broker -> !broker.circuit.isEjected() && !failed.contains(broker));
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
     * It answered.
     *
     * @param took nanoseconds beyond what the call was to wait; negative where that says nothing
     */
    void answered(Broker broker, long startedAt, long took) {
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

    /** It did not answer, or that it cannot. */
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

    /** It said that it goes down. */
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

    /** It was asked for its health, and answered that well. Returns whether it gets calls again; slow ones do not. */
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
