package io.grape.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which tubes are left alone for now, and until when; or all of them. Of one thread, except {@link #tubes}. */
final class Pauses {
    private static final Logger LOG = LoggerFactory.getLogger(Pauses.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    /** So many tubes are named in a statement; with more, all pause. */
    private static final int MAX_TUBES = 100;

    private static final Pause NONE = new Pause(0, 0);

    private final String table;
    private final Map<String, Pause> tubes = new HashMap<>();
    private volatile List<String> paused = List.of();
    private Pause all = NONE;

    Pauses(String table) {
        this.table = table;
    }

    /** @param until by System.nanoTime */
    private record Pause(int failures, long until) {
        /** @param least as the broker asks */
        Pause longer(Duration least) {
            Duration pause = BACKOFF.after(failures + 1);
            Duration longer = pause.compareTo(least) < 0 ? least : pause;
            return new Pause(failures + 1, System.nanoTime() + longer.toNanos());
        }

        boolean isOver() {
            return until - System.nanoTime() <= 0;
        }
    }

    void all(Duration least, String why) {
        if (all.failures() == 0) {
            LOG.warn("outbox pauses table={} why={}", table, why);
        }
        all = all.longer(least);
    }

    void tube(String tube, Duration least, String why) {
        Pause before = tubes.getOrDefault(tube, NONE);
        if (before.failures() == 0) {
            LOG.warn("tube of an outbox pauses table={} tube={} why={}", table, tube, why);
        }
        tubes.put(tube, before.longer(least));
        if (tubes.size() > MAX_TUBES) {
            all(least, "more than " + MAX_TUBES + " tubes pause");
        }
    }

    /** The database and a broker were reached. */
    void wentWell() {
        if (all.failures() > 0) {
            LOG.info("outbox goes on table={}", table);
            all = NONE;
        }
    }

    /** A job of the tube was taken. */
    void wentWell(String tube) {
        if (tubes.remove(tube) != null) {
            LOG.info("tube of an outbox goes on table={} tube={}", table, tube);
        }
    }

    /** How often in a row nothing was reached. */
    int failures() {
        return all.failures();
    }

    /** How long all pause; 0: they do not. */
    long nanosOfAll() {
        return all.failures() == 0 ? 0 : Math.max(0, all.until() - System.nanoTime());
    }

    /** How long until the first tube goes on, if that is sooner. */
    long nanosOfTubes(long most) {
        long now = System.nanoTime();
        return tubes.values().stream()
                .mapToLong(pause -> Math.max(0, pause.until() - now))
                .filter(left -> left > 0)
                .min()
                .orElse(most);
    }

    /** Finds out which tubes pause now. */
    List<String> look() {
        paused = tubes.entrySet().stream()
                .filter(pause -> !pause.getValue().isOver())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return paused;
    }

    /** Those of the last look. */
    List<String> tubes() {
        return paused;
    }
}
