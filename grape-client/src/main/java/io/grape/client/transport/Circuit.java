package io.grape.client.transport;

import io.grape.client.transport.Breaker.Change;
import io.grape.client.transport.Breaker.Pass;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Whether a broker gets calls. A broker is ejected after three failures in a row, or if half of the attempts of the
 * last 10 s failed. It is also ejected if it is slow or drains. Health probes restore it: the first after 1 s, later
 * ones after up to 30 s. If it is ejected again within a minute, the pause does not start anew.
 *
 * <p>An ejection is of the whole broker, in favour of others. Beside it, each kind of calls that may be stopped has a
 * {@link Breaker}, also at the only broker.
 */
final class Circuit {
    /** Why it is ejected, the least bad first. */
    enum Why {
        SLOW,
        FAILING,
        DRAINING
    }

    private static final int MAX_IN_A_ROW = 3;
    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(20);
    private static final int MAX_DOUBLINGS = 5;
    private static final long STEADY = TimeUnit.SECONDS.toNanos(60);

    private final RandomGenerator random;
    private final FailureRate rate = new FailureRate();
    private final Map<Traffic, Breaker> breakers = new EnumMap<>(Traffic.class);
    private Why why = Why.SLOW;
    private boolean ejected;
    private int failures;
    private int pauses;
    private long since;

    Circuit(RandomGenerator random) {
        this.random = random;
        for (Traffic traffic : Traffic.values()) {
            if (traffic.breaks()) {
                breakers.put(traffic, new Breaker(random));
            }
        }
    }

    /** Nanoseconds until a call of this kind may pass the breaker; 0: now. */
    long left(Traffic traffic, long now) {
        Breaker breaker = breakers.get(traffic);
        return breaker == null ? 0 : breaker.left(now);
    }

    /** Whether a healthy broker gets calls of this kind now. */
    boolean isUsable(Traffic traffic, long now) {
        return !isEjected() && left(traffic, now) == 0;
    }

    /** Lets a call pass the breaker, or not. */
    Pass pass(Traffic traffic, long now) {
        Breaker breaker = breakers.get(traffic);
        return breaker == null ? Pass.YES : breaker.pass(now);
    }

    /** An attempt has ended, as far as the breaker is concerned. */
    Change ended(Traffic traffic, boolean failed, long startedAt, long now) {
        Breaker breaker = breakers.get(traffic);
        return breaker == null ? Change.NONE : breaker.ended(failed, startedAt, now);
    }

    synchronized boolean isEjected() {
        return ejected;
    }

    /** Only of an ejected broker. */
    synchronized Why why() {
        return why;
    }

    /** An attempt failed. Returns whether that is enough to eject it. */
    synchronized boolean failed(long now) {
        failures++;
        rate.add(true, now);
        return !ejected && (failures >= MAX_IN_A_ROW || rate.isHigh(now));
    }

    /**
     * An attempt succeeded. Returns whether that restored the broker: if all are ejected, they still get calls. An
     * attempt from before the ejection does not count. One response does not restore a slow broker.
     */
    synchronized boolean succeeded(long startedAt, long now) {
        failures = 0;
        rate.add(false, now);
        return ejected && why != Why.SLOW && startedAt - since > 0 && restore(now);
    }

    /** Ejects it. Returns false if it already was. */
    synchronized boolean eject(Why reason, long now) {
        if (ejected) {
            return false;
        }
        if (now - since >= STEADY) {
            pauses = 0;
        }
        ejected = true;
        why = reason;
        since = now;
        return true;
    }

    /** Nanoseconds until the next health probe: 1 to 1.5 times 1, 2, 4, 8, 16, 20 s. */
    synchronized long pause() {
        long pause = Math.min(MAX_PAUSE, FIRST_PAUSE << Math.min(pauses++, MAX_DOUBLINGS));
        return pause + random.nextLong(pause / 2 + 1);
    }

    /** Restores it. Returns false if it was not ejected. */
    synchronized boolean restore(long now) {
        boolean changed = ejected;
        ejected = false;
        since = now;
        failures = 0;
        rate.clear();
        breakers.values().forEach(Breaker::close);
        return changed;
    }
}
