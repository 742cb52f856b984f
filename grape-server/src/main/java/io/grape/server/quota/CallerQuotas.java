package io.grape.server.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who takes how many places at a broker, all its listeners together, by address and by user or token. One of them cannot take them all: what
 * is left is for the others. May be used from anywhere.
 */
public final class CallerQuotas {
    /** Of the metrics, by one address, user or token. */
    private static final int MAX_SCRAPES = 4;
    /** Of TLS, by one address. */
    private static final int MAX_HANDSHAKES = 64;

    private final Map<QuotaKind, Integer> most;
    private final Map<QuotaKind, Map<String, Integer>> taken = new EnumMap<>(QuotaKind.class);
    private final Map<QuotaKind, AtomicLong> refused = new EnumMap<>(QuotaKind.class);

    /** Nobody is there yet. */
    public CallerQuotas(QuotaLimits most) {
        this.most = Map.of(
                QuotaKind.CONNECTIONS_OF_ADDRESS, most.connections(),
                QuotaKind.CALLS, most.calls(),
                QuotaKind.WAITS, most.waits(),
                QuotaKind.STREAMS, most.streams(),
                QuotaKind.SCRAPES, MAX_SCRAPES,
                QuotaKind.HANDSHAKES, MAX_HANDSHAKES);
        for (QuotaKind kind : QuotaKind.values()) {
            taken.put(kind, new ConcurrentHashMap<>());
            refused.put(kind, new AtomicLong());
        }
    }

    /** How many were refused, ever. */
    public Map<QuotaKind, AtomicLong> refused() {
        return refused;
    }

    /** A place taken, or not. */
    public static final class Place {
        /** One that takes nothing from anybody. */
        public static final Place FREE = new Place(Map.of(), List.of(), "");

        private final Map<String, Integer> taken;
        private final List<String> by;
        private final String tooMuch;
        private boolean over;

        private Place(Map<String, Integer> taken, List<String> by, String tooMuch) {
            this.taken = taken;
            this.by = by;
            this.tooMuch = tooMuch;
        }

        /** False when there was none. */
        public boolean isTaken() {
            return tooMuch.isEmpty();
        }

        /** Which caller has how many places already; empty if one was taken. */
        public String tooMuch() {
            return tooMuch;
        }

        /** Gives it back, once. */
        public synchronized void leave() {
            if (!over) {
                over = true;
                by.forEach(who -> taken.computeIfPresent(who, (same, count) -> count == 1 ? null : count - 1));
            }
        }
    }

    /** Takes a place under each name of one caller, such as its address and its token; or none. */
    public Place enter(QuotaKind kind, Collection<String> callers) {
        Map<String, Integer> counts = taken.getOrDefault(kind, Map.of());
        int allowed = most.getOrDefault(kind, Integer.MAX_VALUE);
        List<String> by = new ArrayList<>();
        for (String who : callers) {
            by.add(who);
            if (counts.merge(who, 1, Integer::sum) > allowed) {
                new Place(counts, by, "").leave();
                refuse(kind);
                String what = kind == QuotaKind.CONNECTIONS_OF_ADDRESS ? "connections" : kind.wireName();
                return new Place(
                        counts, List.of(), what + ": " + who + " has " + allowed + " at this broker, expected fewer");
            }
        }
        return new Place(counts, by, "");
    }

    /** Counts one that was refused. */
    public void refuse(QuotaKind kind) {
        refused.getOrDefault(kind, new AtomicLong()).incrementAndGet();
    }
}
