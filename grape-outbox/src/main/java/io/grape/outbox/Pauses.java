package io.grape.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which tubes are left alone for now, and until when; or all of them. Of one thread, except {@link #tubes}. */
final class Pauses {
    private static final Logger LOG = LoggerFactory.getLogger(Pauses.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));
    /** So many tubes are named in a statement; with more, all pause. */
    private static final int MAX_TUBES = 100;
    /** After the end of its pause a tube is tried. If none of its rows is there any more, it is forgotten. */
    private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

    private static final Pause NONE = new Pause(0, 0);

    private final String table;
    private final LongSupplier clock;
    private final Map<String, Pause> tubes = new HashMap<>();
    private volatile List<String> paused = List.of();
    private Pause all = NONE;
    private boolean ofDatabase;

    /** @param clock nanoseconds, as of System.nanoTime */
    Pauses(String table, LongSupplier clock) {
        this.table = table;
        this.clock = clock;
    }

    /** @param until by the clock */
    private record Pause(int failures, long until) {
        /** @param least as the broker asks */
        Pause longer(Duration least, long now) {
            Duration pause = BACKOFF.after(failures + 1);
            Duration longer = pause.compareTo(least) < 0 ? least : pause;
            return new Pause(failures + 1, now + longer.toNanos());
        }

        boolean isOver(long now) {
            return until - now <= 0;
        }
    }

    /** No broker takes jobs. */
    void all(Duration least, String why) {
        pauseAll(least, why);
        ofDatabase = false;
    }

    /** The database does not respond. */
    void databaseFailed(String why) {
        // What is known of the brokers is still so.
        boolean isNew = all.failures() == 0;
        pauseAll(Duration.ZERO, why);
        ofDatabase = isNew || ofDatabase;
    }

    private void pauseAll(Duration least, String why) {
        if (all.failures() == 0) {
            LOG.warn("outbox pauses table={} why={}", table, why);
        }
        all = all.longer(least, clock.getAsLong());
    }

    void tube(String tube, Duration least, String why) {
        Pause before = tubes.getOrDefault(tube, NONE);
        if (before.failures() == 0) {
            LOG.warn("tube of an outbox pauses table={} tube={} why={}", table, tube, why);
        }
        tubes.put(tube, before.longer(least, clock.getAsLong()));
        if (tubes.size() > MAX_TUBES) {
            all(least, "more than " + MAX_TUBES + " tubes pause");
        }
    }

    /** The database was reached. */
    void databaseWentWell() {
        if (ofDatabase) {
            wentWell();
        }
    }

    /** The database and a broker were reached. */
    void wentWell() {
        if (all.failures() > 0) {
            LOG.info("outbox goes on table={}", table);
            all = NONE;
        }
        ofDatabase = false;
    }

    /** A job of the tube was taken. */
    void wentWell(String tube) {
        if (tubes.remove(tube) != null) {
            LOG.info("tube of an outbox goes on table={} tube={}", table, tube);
        }
    }

    /** How long all pause; 0: they do not. */
    long nanosOfAll() {
        return all.failures() == 0 ? 0 : Math.max(0, all.until() - clock.getAsLong());
    }

    /** How long until the first tube goes on, if that is sooner. */
    long nanosOfTubes(long most) {
        long now = clock.getAsLong();
        return tubes.values().stream()
                .mapToLong(pause -> Math.max(0, pause.until() - now))
                .filter(left -> left > 0)
                .min()
                .orElse(most);
    }

    /** Finds out which tubes pause now, and forgets those that have paused long ago. */
    List<String> look() {
        long now = clock.getAsLong();
        tubes.values().removeIf(pause -> pause.isOver(now - KEPT_NANOS));
        paused = tubes.entrySet().stream()
                .filter(pause -> !pause.getValue().isOver(now))
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
