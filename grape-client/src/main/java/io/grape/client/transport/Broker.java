package io.grape.client.transport;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** A broker as this client has seen it. */
final class Broker {
    private final URI base;
    private final String prefix;
    final Circuit circuit;
    final Latency latency = new Latency();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

    Broker(URI base, RandomGenerator random) {
        this.base = base;
        this.prefix = base.toString().replaceAll("/+$", "");
        this.circuit = new Circuit(random);
    }

    /** As the user named it. */
    URI base() {
        return base;
    }

    URI uri(String target) {
        return URI.create(prefix + target);
    }

    /** Calls that it has not answered, those that wait too. */
    int inFlight() {
        return inFlight.get();
    }

    void begins() {
        inFlight.incrementAndGet();
    }

    void ends() {
        inFlight.decrementAndGet();
    }

    /** An attempt may be without a response for long, and nothing is wrong; it leaves when the broker fails. */
    void waits(Runnable leave) {
        waiting.add(leave);
    }

    void waitsNoMore(Runnable leave) {
        waiting.remove(leave);
    }

    /** It fails: who waits at it might wait in vain, and goes to another. */
    void leave() {
        waiting.forEach(Runnable::run);
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
