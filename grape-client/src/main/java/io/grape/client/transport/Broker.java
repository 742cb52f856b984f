package io.grape.client.transport;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A broker, as this client sees it. */
final class Broker {
    private final URI base;
    private final @Nullable InetSocketAddress address;
    private final String prefix;
    final Circuit circuit;
    final Latency latency = new Latency();
    private final Map<Traffic, Throttle> throttles = new EnumMap<>(Traffic.class);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

    /** @param address where to connect to; null: wherever the name of the base leads */
    Broker(URI base, @Nullable InetSocketAddress address, RandomGenerator random) {
        this.base = base;
        this.address = address;
        this.prefix = base.toString().replaceAll("/+$", "");
        this.circuit = new Circuit(random);
        for (Traffic traffic : Traffic.values()) {
            if (traffic.isThrottled()) {
                throttles.put(traffic, new Throttle(random));
            }
        }
    }

    /** Whether the next attempt of this kind is held back, because the broker sheds such calls. */
    boolean holdsBack(Traffic traffic, long now) {
        Throttle throttle = throttles.get(traffic);
        return throttle != null && throttle.holdsBack(now);
    }

    /** It responded; unless it shed the call, it accepted it. */
    void responded(Traffic traffic, boolean accepted, long now) {
        Throttle throttle = throttles.get(traffic);
        if (throttle != null) {
            throttle.responded(accepted, now);
        }
    }

    /** The address that the user gave. */
    URI base() {
        return base;
    }

    /** Where to connect to, if its name has several addresses; null: wherever the name leads. */
    @Nullable
    InetSocketAddress address() {
        return address;
    }

    URI uri(String target) {
        return URI.create(prefix + target);
    }

    /** Calls without a response yet, including those that wait. */
    int inFlight() {
        return inFlight.get();
    }

    void begins() {
        inFlight.incrementAndGet();
    }

    void ends() {
        inFlight.decrementAndGet();
    }

    /** An attempt waits here, perhaps for long. If the broker starts to fail, {@code leave} runs. */
    void waits(Runnable leave) {
        waiting.add(leave);
    }

    void waitsNoMore(Runnable leave) {
        waiting.remove(leave);
    }

    /** The broker fails: waiting attempts go to another one, because they might wait in vain. */
    void leave() {
        waiting.forEach(Runnable::run);
    }

    @Override
    public String toString() {
        return address == null
                ? base.toString()
                : base + " at " + address.getAddress().getHostAddress();
    }
}
