package io.grape.client.transport;

import io.grape.client.transport.Breaker.Change;
import io.grape.client.transport.Breaker.Pass;
import io.grape.client.transport.Circuit.Why;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of a client: one for each address that was given, or for each that its name has. Of two random healthy brokers, the one with fewer calls in flight gets the call. Brokers
 * that fail are ejected. So are slow ones, whose median response takes five times that of the others. If all brokers
 * are ejected, calls go to the least bad. A call is held back if its broker sheds such calls, or if such calls fail at
 * every broker.
 */
final class Brokers {
    private static final int SLOWER = 5;
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(100);
    private static final Duration PAUSE_OF_THROTTLED = Duration.ofSeconds(1);

    /** Listens to ejected and restored brokers, and to their breakers. */
    interface Listener {
        void ejected(Brokers brokers, Broker broker, Why why, String detail);

        /** It fails, but is not ejected, because there is no other. */
        void aloneFails(Broker broker, String detail);

        void restored(Broker broker, Why why);

        /** It gets no more calls of this kind for a while. */
        void breakerOpened(Broker broker, Traffic traffic, String detail);

        /** It gets calls of this kind again. */
        void breakerClosed(Broker broker, Traffic traffic);
    }

    /** Never empty. Replaced as a whole when a name has other addresses. */
    private volatile List<Broker> all;

    private final RandomGenerator random;
    private final LongSupplier clock;
    private final Listener listener;

    Brokers(List<URI> uris, RandomGenerator random, LongSupplier clock, Listener listener) {
        this.all = uris.stream().map(uri -> new Broker(uri, null, random)).toList();
        this.random = random;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * The name of a broker has these addresses: each of several is a broker of its own. What is known of an address that it had
     * before stays known.
     */
    synchronized void resolved(URI base, List<InetSocketAddress> addresses) {
        List<InetSocketAddress> targets = addresses.size() > 1 ? addresses : Collections.singletonList(null);
        List<Broker> next = new ArrayList<>();
        boolean isAdded = false;
        for (Broker broker : all) {
            if (!broker.base().equals(base)) {
                next.add(broker);
            } else if (!isAdded) {
                targets.forEach(address -> next.add(known(base, address)));
                isAdded = true;
            }
        }
        all = List.copyOf(next);
    }

    private Broker known(URI base, @Nullable InetSocketAddress address) {
        return all.stream()
                .filter(broker -> broker.base().equals(base) && Objects.equals(broker.address(), address))
                .findFirst()
                .orElseGet(() -> new Broker(base, address, random));
    }

    /** False if its name does not lead there any more. */
    boolean contains(Broker broker) {
        return all.contains(broker);
    }

    /** Where the next attempt goes, for a call that has failed at some brokers already. */
    Admission admit(Traffic traffic, Set<Broker> failed) {
        long now = clock.getAsLong();
        List<Broker> some = new ArrayList<>(candidates(traffic, failed, now));
        while (!some.isEmpty()) {
            Broker broker = lessBusy(some);
            Pass pass = broker.circuit.pass(traffic, now);
            if (pass != Pass.NO) {
                // A probe decides for itself.
                return pass == Pass.YES && broker.holdsBack(traffic, now)
                        ? throttled(traffic, broker)
                        : new Admission(broker, pass == Pass.AS_PROBE, null);
            }
            // Another call has just become its probe.
            some.remove(broker);
        }
        return broken(traffic, now);
    }

    private List<Broker> candidates(Traffic traffic, Set<Broker> failed, long now) {
        List<Broker> untried = usable(traffic, failed, now);
        if (!untried.isEmpty()) {
            return untried;
        }
        List<Broker> usable = usable(traffic, Set.of(), now);
        return usable.isEmpty() ? leastBad(traffic, now) : usable;
    }

    private static Admission throttled(Traffic traffic, Broker broker) {
        String why = broker + " shed too many " + traffic.calls() + " in the last 30 s";
        return new Admission(broker, false, AttemptResult.throttled(why, PAUSE_OF_THROTTLED));
    }

    private Admission broken(Traffic traffic, long now) {
        Broker soonest = all.stream()
                .min(Comparator.comparing(broker -> broker.circuit.left(traffic, now)))
                .orElseThrow();
        Duration left = Duration.ofNanos(soonest.circuit.left(traffic, now));
        String why = "too many " + traffic.calls() + " failed in the last 10 s at " + soonest
                + (all.size() > 1 ? " and the others" : "");
        return new Admission(soonest, false, AttemptResult.broken(why, left));
    }

    /** Whether there is a healthy broker at which the call has not failed. */
    boolean another(Traffic traffic, Set<Broker> failed) {
        return !usable(traffic, failed, clock.getAsLong()).isEmpty();
    }

    private List<Broker> usable(Traffic traffic, Set<Broker> failed, long now) {
        return which(broker -> broker.circuit.isUsable(traffic, now) && !failed.contains(broker));
    }

    private List<Broker> which(Predicate<Broker> condition) {
        return all.stream().filter(condition).toList();
    }

    /** Of brokers that are ejected, or stop such calls. Those that stop them get none. */
    private List<Broker> leastBad(Traffic traffic, long now) {
        List<Broker> some = which(broker -> broker.circuit.left(traffic, now) == 0);
        Optional<Why> least = some.stream().map(broker -> broker.circuit.why()).min(Comparator.naturalOrder());
        // Meanwhile they may have changed.
        List<Broker> best = some.stream()
                .filter(broker -> broker.circuit.why() == least.orElseThrow())
                .toList();
        return best.isEmpty() ? some : best;
    }

    private Broker lessBusy(List<Broker> some) {
        int first = random.nextInt(some.size());
        if (some.size() == 1) {
            return some.get(0);
        }
        int second = (first + 1 + random.nextInt(some.size() - 1)) % some.size();
        return some.get(second).inFlight() < some.get(first).inFlight() ? some.get(second) : some.get(first);
    }

    /** An attempt has ended: what that means for later calls of its kind. */
    void ended(Broker broker, Traffic traffic, long startedAt, AttemptResult outcome) {
        long now = clock.getAsLong();
        if (outcome.isUnjudged()) {
            return;
        }
        if (outcome.hasResponse()) {
            broker.responded(traffic, !outcome.isShedByBroker(), now);
        }
        Change change = broker.circuit.ended(traffic, outcome.isBreakage(), startedAt, now);
        if (change == Change.OPENED) {
            listener.breakerOpened(broker, traffic, outcome.failure().detail());
        } else if (change == Change.CLOSED) {
            listener.breakerClosed(broker, traffic);
        }
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
            if (why == Why.FAILING && another(Traffic.CONSUME, Set.of())) {
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
