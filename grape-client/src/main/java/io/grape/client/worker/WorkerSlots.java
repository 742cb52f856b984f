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
 * The places of a tube. A job has a place from its delivery until its acknowledgement got a response. If its handler is
 * past its timeout, the job is released, and the handler keeps the place until it returns. So no more handlers run at a
 * time than configured, and those that ignore an interrupt do not pile up. If all places are stuck, jobs must not wait
 * behind them.
 */
final class WorkerSlots<T> {
    private final WorkerSettings settings;
    private final Deque<HeldJob<T>> waiting = new ArrayDeque<>();
    private final Set<HeldJob<T>> running = new HashSet<>();
    /** Those of them whose handlers are past their timeout. */
    private final Set<HeldJob<T>> stuck = new HashSet<>();

    private int held;
    private boolean stopped;

    public WorkerSlots(WorkerSettings settings) {
        this.settings = settings;
    }

    /** How many jobs there is room for; 0 or less: none. */
    synchronized int room() {
        return takesNone() ? 0 : settings.room() - held - stuck.size();
    }

    private boolean takesNone() {
        return stopped || allStuck();
    }

    /** These are held now. False where none of them will begin. */
    synchronized boolean take(Collection<HeldJob<T>> jobs) {
        held += jobs.size();
        return !takesNone() && waiting.addAll(jobs);
    }

    /** The next to begin, which runs from now on; null if there is none, or no place for it. */
    synchronized @Nullable HeldJob<T> next() {
        HeldJob<T> job = stopped || running.size() >= settings.concurrency() ? null : waiting.poll();
        if (job != null) {
            running.add(job);
        }
        return job;
    }

    /** The handler of this job is past its timeout. False when it has decided before, or returned. */
    synchronized boolean stick(HeldJob<T> job) {
        return running.contains(job) && job.decide() && stuck.add(job);
    }

    synchronized boolean isStuck(HeldJob<T> job) {
        return stuck.contains(job);
    }

    /** Whether no handler can begin until one of those that are past their timeout returns. */
    synchronized boolean allStuck() {
        return stuck.size() >= settings.concurrency();
    }

    /** The handler of this job returned. Returns whether it was past its timeout. */
    synchronized boolean ran(HeldJob<T> job) {
        running.remove(job);
        notifyAll();
        return stuck.remove(job);
    }

    /** A job is held no more. */
    synchronized void freed() {
        held--;
        notifyAll();
    }

    /** Takes no more. */
    synchronized void stop() {
        stopped = true;
    }

    /** Those that will not begin, because the worker stops. */
    synchronized List<HeldJob<T>> unbegun() {
        List<HeldJob<T>> all = takesNone() ? new ArrayList<>(waiting) : List.of();
        waiting.removeAll(all);
        return all;
    }

    synchronized List<HeldJob<T>> running() {
        return List.copyOf(running);
    }

    /** Something changed that a thread may wait for. */
    synchronized void changed() {
        notifyAll();
    }

    /** Waits for the handlers that still have their jobs, up to a moment of {@link System#nanoTime}. */
    synchronized void awaitHandlers(long until) throws InterruptedException {
        await(() -> running.size() == stuck.size(), until);
    }

    /** Waits until no job is held and this is true as well. Returns how many are held. */
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
