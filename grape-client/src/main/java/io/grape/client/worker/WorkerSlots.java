package io.grape.client.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a tube. A job has a slot from its delivery until its acknowledgement got a response. If its handler is
 * past its timeout, the job is released, and the handler keeps the slot until it returns. So the number of running
 * handlers stays within the configured limit, even if some ignore an interrupt. If all slots are stuck, no jobs wait
 * behind them.
 */
final class WorkerSlots<T> {
    private final WorkerSettings settings;
    private final Deque<HeldJob<T>> waiting = new ArrayDeque<>();
    private final Set<HeldJob<T>> running = new HashSet<>();
    /** Those whose handlers are past their timeout. */
    private final Set<HeldJob<T>> stuck = new HashSet<>();

    private int held;
    private boolean stopped;

    public WorkerSlots(WorkerSettings settings) {
        this.settings = settings;
    }

    /** How many jobs there is room for once so many more are no longer held; 0 or less: none. */
    synchronized int room(int freed) {
        return takesNone() ? 0 : settings.room() - held - stuck.size() + freed;
    }

    private boolean takesNone() {
        return stopped || allStuck();
    }

    /** Holds these jobs. Returns whether they will begin. */
    synchronized boolean take(Collection<HeldJob<T>> jobs) {
        held += jobs.size();
        return !takesNone() && waiting.addAll(jobs);
    }

    /** The next job to run; null if there is none, or no slot for it. */
    synchronized @Nullable HeldJob<T> next() {
        HeldJob<T> job = stopped || running.size() >= settings.concurrency() ? null : waiting.poll();
        if (job != null) {
            running.add(job);
        }
        return job;
    }

    /** The handler of this job is past its timeout. False if it has already decided or returned. */
    synchronized boolean stick(HeldJob<T> job) {
        return running.contains(job) && job.decide() && stuck.add(job);
    }

    synchronized boolean isStuck(HeldJob<T> job) {
        return stuck.contains(job);
    }

    /** Whether all slots are taken by handlers past their timeout. */
    synchronized boolean allStuck() {
        return stuck.size() >= settings.concurrency();
    }

    /** The handler of this job returned. Returns whether it was past its timeout. */
    synchronized boolean ran(HeldJob<T> job) {
        running.remove(job);
        notifyAll();
        return stuck.remove(job);
    }

    /** A job is no longer held. */
    synchronized void freed() {
        held--;
        notifyAll();
    }

    /** Stops taking jobs. */
    synchronized void stop() {
        stopped = true;
    }

    /** The jobs that will not begin, because the worker stops or all slots are stuck. */
    synchronized List<HeldJob<T>> unbegun() {
        List<HeldJob<T>> all = takesNone() ? new ArrayList<>(waiting) : List.of();
        waiting.removeAll(all);
        return all;
    }

    synchronized List<HeldJob<T>> running() {
        return List.copyOf(running);
    }

    /** Wakes the waiting threads to check again. */
    synchronized void changed() {
        notifyAll();
    }

    /** Waits for the handlers that still have their jobs, up to a moment of {@link System#nanoTime}. */
    synchronized void awaitHandlers(long until) throws InterruptedException {
        await(() -> running.size() == stuck.size(), until);
    }

    /** Waits until no job is held and the condition is true. Returns how many are held. */
    synchronized int awaitNone(BooleanSupplier also, long until) throws InterruptedException {
        await(() -> held == 0 && also.getAsBoolean(), until);
        return held;
    }

    private void await(BooleanSupplier done, long until) throws InterruptedException {
        long left = until - System.nanoTime();
        while (!done.getAsBoolean() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - System.nanoTime();
        }
    }
}
