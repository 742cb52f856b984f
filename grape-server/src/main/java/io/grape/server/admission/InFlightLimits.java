package io.grape.server.admission;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how many connections, calls, waits and streams each caller may have at this broker at the same time, over all its listeners.
 * A caller is an address, a user or a token. The limits leave room for other callers. {@link RateQuotas} limit clients over all
 * brokers. Thread-safe.
 */
public final class InFlightLimits {
    /** Scrapes of the metrics, by one address, user or token. */
    private static final int MAX_SCRAPES = 4;
    /** TLS handshakes, by one address. */
    private static final int MAX_HANDSHAKES = 64;

    private final Map<LimitKind, Integer> limits;
    private final Map<LimitKind, Map<String, Integer>> counts = new EnumMap<>(LimitKind.class);
    private final Map<LimitKind, AtomicLong> refused = new EnumMap<>(LimitKind.class);

    public InFlightLimits(CallerLimits limits) {
        this.limits = Map.of(
                LimitKind.CONNECTIONS_OF_ADDRESS, limits.connections(),
                LimitKind.CALLS, limits.calls(),
                LimitKind.WAITS, limits.waits(),
                LimitKind.STREAMS, limits.streams(),
                LimitKind.SCRAPES, MAX_SCRAPES,
                LimitKind.HANDSHAKES, MAX_HANDSHAKES);
        for (LimitKind kind : LimitKind.values()) {
            counts.put(kind, new ConcurrentHashMap<>());
            refused.put(kind, new AtomicLong());
        }
    }

    /** How many were refused since the broker started, by kind. */
    public Map<LimitKind, AtomicLong> refused() {
        return refused;
    }

    /** The result of {@link #acquire}: a permit that the caller releases, or a refusal. */
    public static final class Permit {
        /** A permit that counts against no limit. */
        public static final Permit FREE = new Permit(Map.of(), List.of(), "");

        private final Map<String, Integer> counts;
        private final List<String> callers;
        private final String refusal;
        private boolean isReleased;

        private Permit(Map<String, Integer> counts, List<String> callers, String refusal) {
            this.counts = counts;
            this.callers = callers;
            this.refusal = refusal;
        }

        public boolean isGranted() {
            return refusal.isEmpty();
        }

        /** Which caller has reached which limit, for the error message; empty if the permit was granted. */
        public String refusal() {
            return refusal;
        }

        /** Only the first call has an effect. */
        public synchronized void release() {
            if (!isReleased) {
                isReleased = true;
                callers.forEach(
                        caller -> counts.computeIfPresent(caller, (same, count) -> count == 1 ? null : count - 1));
            }
        }
    }

    /** Counts one more under each name of a caller, such as its address and its token. Refuses if one of them is at its limit. */
    public Permit acquire(LimitKind kind, Collection<String> callers) {
        Map<String, Integer> ofKind = counts.getOrDefault(kind, Map.of());
        int limit = limits.getOrDefault(kind, Integer.MAX_VALUE);
        List<String> counted = new ArrayList<>();
        for (String caller : callers) {
            counted.add(caller);
            if (ofKind.merge(caller, 1, Integer::sum) > limit) {
                new Permit(ofKind, counted, "").release();
                countRefusal(kind);
                String what = kind == LimitKind.CONNECTIONS_OF_ADDRESS ? "connections" : kind.wireName();
                return new Permit(
                        ofKind, List.of(), what + ": " + caller + " has " + limit + " at this broker, expected fewer");
            }
        }
        return new Permit(ofKind, counted, "");
    }

    /** Counts a refusal that was decided elsewhere, such as by the limit of all connections. */
    public void countRefusal(LimitKind kind) {
        refused.getOrDefault(kind, new AtomicLong()).incrementAndGet();
    }
}
