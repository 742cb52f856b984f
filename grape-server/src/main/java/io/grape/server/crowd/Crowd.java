package io.grape.server.crowd;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who takes how many places at a broker, all its doors together, by address and by user or token. One of them cannot take them all: what
 * is left is for the others. May be used from anywhere.
 */
public final class Crowd {
    /** Of the metrics, by one address, user or token. */
    private static final int MAX_SCRAPES = 4;
    /** Of TLS, by one address. */
    private static final int MAX_HANDSHAKES = 64;

    private final Map<Bound, Integer> most;
    private final Map<Bound, Map<String, Integer>> taken = new EnumMap<>(Bound.class);
    private final Map<Bound, AtomicLong> refused = new EnumMap<>(Bound.class);

    /** What has a bound. */
    public enum Bound {
        /** Of all callers together. */
        CONNECTIONS,
        CONNECTIONS_OF_ADDRESS,
        CALLS,
        WAITS,
        STREAMS,
        SCRAPES,
        HANDSHAKES;

        /** As metrics call it. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * How many one may have.
     *
     * @param connections of one address
     * @param calls of one address, or of one user or token, that are being answered
     * @param waits the same of consumes that wait
     * @param streams of one address
     */
    public record Most(int connections, int calls, int waits, int streams) {
        /** Of everything one leaves a quarter to others. */
        private static final double PART_OF_ONE = 0.75;

        private static final int STREAMS = 150;

        /** What one may have of so many connections, unless it is told. */
        public static Most usual(int connections) {
            int part = (int) Math.ceil(PART_OF_ONE * connections);
            return new Most(part, part, part, STREAMS);
        }
    }

    /** Nobody is there yet. */
    public Crowd(Most most) {
        this.most = Map.of(
                Bound.CONNECTIONS_OF_ADDRESS, most.connections,
                Bound.CALLS, most.calls,
                Bound.WAITS, most.waits,
                Bound.STREAMS, most.streams,
                Bound.SCRAPES, MAX_SCRAPES,
                Bound.HANDSHAKES, MAX_HANDSHAKES);
        for (Bound bound : Bound.values()) {
            taken.put(bound, new ConcurrentHashMap<>());
            refused.put(bound, new AtomicLong());
        }
    }

    /** How many were refused, ever. */
    public Map<Bound, AtomicLong> refused() {
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

        /** Who has how many, when there was none. */
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

    /** Takes a place for each of those that one caller is. */
    public Place enter(Bound bound, Collection<String> callers) {
        Map<String, Integer> counts = taken.getOrDefault(bound, Map.of());
        int allowed = most.getOrDefault(bound, Integer.MAX_VALUE);
        List<String> by = new ArrayList<>();
        for (String who : callers) {
            by.add(who);
            if (counts.merge(who, 1, Integer::sum) > allowed) {
                new Place(counts, by, "").leave();
                refuse(bound);
                String what = bound == Bound.CONNECTIONS_OF_ADDRESS ? "connections" : bound.wireName();
                return new Place(
                        counts,
                        List.of(),
                        what + ": " + who + " has " + allowed + " of them at this broker, expected one less");
            }
        }
        return new Place(counts, by, "");
    }

    /** Counts one that was refused. */
    public void refuse(Bound bound) {
        refused.getOrDefault(bound, new AtomicLong()).incrementAndGet();
    }
}
