package io.grape.core.tube;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much work a tube has, and how many workers it takes. All of it is in the storage, so every broker gives the same answer.
 *
 * @param ready as the tube counts them
 * @param oldestReady how long the first ready job has waited, null if none is ready
 * @param free the ready jobs that no pause or gate of their key holds for longer than the target
 * @param oldestFree how long the first of those has waited, null if there is none
 * @param soon the jobs that become ready within the target
 * @param inProgress the jobs that consumers hold
 * @param open false if a pause or a gate holds all jobs for longer than the target
 * @param target how long jobs may wait: the lateness target of the tube, or {@link #TARGET}
 * @param limits those of the tube; only concurrency and perSecond are read
 * @param deliveredPerSecond of the last minutes
 * @param runTimes of the last jobs
 */
public record TubeLoad(
        long ready,
        @Nullable Duration oldestReady,
        long free,
        @Nullable Duration oldestFree,
        long soon,
        long inProgress,
        boolean open,
        Duration target,
        TubeLimits limits,
        double deliveredPerSecond,
        RunTimes runTimes) {
    /** How long jobs may wait in a tube without a lateness target. */
    public static final Duration TARGET = Duration.ofMinutes(1);

    /**
     * How many jobs must run at the same time so that no job waits longer than the target. The jobs in progress keep
     * their workers. Source: {@code docs/http.md#scale}.
     */
    public long workers() {
        if (!open) {
            return inProgress;
        }
        Integer concurrency = limits.concurrency();
        long most = concurrency == null ? Long.MAX_VALUE : concurrency;
        return Math.max(inProgress, Math.min(most, needed()));
    }

    private long needed() {
        Duration run = runTimes.mean();
        if (run == null) {
            return free + soon > 0 ? inProgress + 1 : 0;
        }
        double seconds = run.toMillis() / 1000.0;
        double arriving = Math.max(deliveredPerSecond * seconds, soon / jobsOfAWorker(target, run));
        double needed = free / jobsOfAWorker(left(), run) + arriving;
        Double perSecond = limits.perSecond();
        return (long) Math.ceil(perSecond == null ? needed : Math.min(needed, perSecond * seconds));
    }

    /** Until the oldest free job misses the target; half of the target at least. */
    private Duration left() {
        Duration half = target.dividedBy(2);
        Duration left = oldestFree == null ? target : target.minus(oldestFree);
        return left.compareTo(half) < 0 ? half : left;
    }

    /** How many jobs a worker begins in such a time, one at least. */
    private static double jobsOfAWorker(Duration time, Duration run) {
        return Math.max(1, (double) time.toMillis() / run.toMillis());
    }

    /** With the jobs of further priorities and keys. */
    public TubeLoad plus(TubeLoad more) {
        return new TubeLoad(
                ready + more.ready,
                longer(oldestReady, more.oldestReady),
                free + more.free,
                longer(oldestFree, more.oldestFree),
                soon + more.soon,
                inProgress,
                open,
                target,
                limits,
                deliveredPerSecond,
                runTimes);
    }

    private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) > 0 ? one : other;
    }
}
