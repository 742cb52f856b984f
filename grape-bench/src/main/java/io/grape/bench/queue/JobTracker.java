package io.grape.bench.queue;

import io.grape.bench.load.Latencies;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which jobs were produced and which ran, and how long after their due times. It remembers the last 1,048,576 jobs, so a job that
 * runs twice is noticed unless a million others were produced in between.
 */
final class JobTracker {
    private static final int SLOTS = 1 << 20;
    private static final long MASK = SLOTS - 1L;

    private final AtomicLongArray due = new AtomicLongArray(SLOTS);
    /** The number of the job that ran last in this slot, plus 1. */
    private final AtomicLongArray ran = new AtomicLongArray(SLOTS);

    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder handled = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private volatile Latencies lateness = Latencies.concurrent();
    private volatile Latencies earliness = Latencies.concurrent();

    /** Forgets the figures of the run before; the jobs' numbers go on. */
    void reset() {
        handled.reset();
        repeated.reset();
        lateness = Latencies.concurrent();
        earliness = Latencies.concurrent();
    }

    /** Numbers a job that is about to be produced. */
    long expect(long dueNanos) {
        long number = numbers.getAndIncrement();
        due.set((int) (number & MASK), dueNanos);
        return number;
    }

    /** Counts a job that runs. False if it ran before. */
    boolean ran(long number, long nowNanos) {
        int slot = (int) (number & MASK);
        if (ran.getAndSet(slot, number + 1) == number + 1) {
            repeated.increment();
            return false;
        }
        long late = nowNanos - due.get(slot);
        lateness.add(late);
        earliness.add(-late);
        handled.increment();
        return true;
    }

    /** The number of jobs that ran, each counted once. */
    long handled() {
        return handled.sum();
    }

    /** The number of executions beyond the first of each job. */
    long repeated() {
        return repeated.sum();
    }

    /** Nanoseconds from the due time to the start of the handler; a job that ran too early counts as 0. */
    Latencies lateness() {
        return lateness;
    }

    /** Nanoseconds that a job ran before its due time; a job that did not counts as 0. */
    Latencies earliness() {
        return earliness;
    }
}
