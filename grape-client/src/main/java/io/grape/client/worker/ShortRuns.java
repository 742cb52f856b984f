package io.grape.client.worker;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Detects short handlers. While they are short, the thread that received the jobs runs them itself, because handing them to another thread
 * would take longer than the handler. A check every 50 ms moves waiting work to other threads if a handler takes too long.
 */
final class ShortRuns {
    /** After this many short handlers in a row, the next one is expected to be short. */
    private static final int STREAK = 32;

    private static final long SHORT_NANOS = Duration.ofNanos(200_000).toNanos();
    private static final long LONG_NANOS = Duration.ofMillis(5).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();
    private static final int SILENT_LOOKS = 20;
    private static final int PART_OF_AVERAGE = 8;
    /** Jobs for so long are held beyond those that run, so that none is missing during a round trip. */
    private static final long PREFETCH_NANOS = Duration.ofMillis(2).toNanos();

    private static final int MOST_HELD = 100;

    private final Timer timer;
    private final Set<Turn> turns = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looks = new AtomicBoolean();
    private volatile boolean isUsed;
    // Several threads count, and may lose a run: they are estimates.
    private volatile int streak;
    private volatile long average = SHORT_NANOS;

    ShortRuns(Timer timer) {
        this.timer = timer;
    }

    /** A handler ran for so long. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void ran(long nanos) {
        streak = nanos < SHORT_NANOS ? Math.min(STREAK, streak + 1) : 0;
        average += (nanos - average) / PART_OF_AVERAGE;
    }

    /** Whether the next handlers are expected to be short. */
    boolean areExpected() {
        return streak >= STREAK;
    }

    /** How many jobs may wait behind those that run. */
    int prefetch(int concurrency) {
        return areExpected()
                ? Math.max(0, (int) Math.min(MOST_HELD, PREFETCH_NANOS / Math.max(1, average)) - concurrency)
                : 0;
    }

    /** The number of threads to use for this many jobs. */
    int threads(int jobs) {
        return (int) Math.min(jobs, 1 + jobs * average / SHORT_NANOS);
    }

    /**
     * The current thread runs handlers from now on.
     *
     * @param then what goes on when they have run, or when one of them takes longer than expected
     */
    Turn begin(Then then) {
        Turn turn = new Turn(then);
        turns.add(turn);
        isUsed = true;
        if (!looks.get() && looks.compareAndSet(false, true)) {
            lookLater(0);
        }
        return turn;
    }

    private void lookLater(int silent) {
        timer.later(LOOK_NANOS, () -> look(silent));
    }

    private void look(int silent) {
        long now = System.nanoTime();
        for (Turn turn : turns) {
            long since = turn.since;
            boolean isLong = since != 0 && now - since > LONG_NANOS;
            if (isLong || (now - turn.begunAt > LOOK_NANOS && !areExpected())) {
                streak = 0;
                turn.end(true);
            }
        }
        int others = isUsed ? 0 : silent + 1;
        isUsed = false;
        if (others < SILENT_LOOKS || !turns.isEmpty()) {
            lookLater(others);
        } else {
            looks.set(false);
            // One that began meanwhile relied on this look.
            if (!turns.isEmpty() && looks.compareAndSet(false, true)) {
                lookLater(0);
            }
        }
    }

    /** What goes on after a turn. */
    @FunctionalInterface
    interface Then {
        /**
         * Goes on.
         *
         * @param isLong whether a handler of the turn still runs, on another thread than this
         */
        void goOn(boolean isLong);
    }

    /** The handlers that a thread runs one after another. */
    final class Turn {
        private final Then then;
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final long begunAt = System.nanoTime();
        private volatile long since;

        Turn(Then then) {
            this.then = then;
        }

        /** A handler begins. */
        void begins() {
            since = System.nanoTime() | 1;
        }

        /** The last handler has returned. */
        void end() {
            since = 0;
            end(false);
        }

        private void end(boolean isLong) {
            if (isOver.compareAndSet(false, true)) {
                turns.remove(this);
                then.goOn(isLong);
            }
        }
    }
}
