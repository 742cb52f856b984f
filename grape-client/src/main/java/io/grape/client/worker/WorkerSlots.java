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
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a tube. A job has a slot from its delivery until its acknowledgement got a response. If its handler is
 * past its timeout, the job is released, and the handler keeps the slot until it returns. So the number of running
 * handlers stays within the configured limit, even if some ignore an interrupt. If all slots are stuck, no jobs wait
 * behind them. A handler of batches has one slot for all jobs of its batch.
 */
final class WorkerSlots<T> {
    private final WorkerSettings settings;
    private final BatchSize size;
    private final IntSupplier prefetch;
    private final Deque<HeldJob<T>> waiting = new ArrayDeque<>();
    private final Set<Run<T>> running = new HashSet<>();
    /** Those whose handlers are past their timeout. */
    private final Set<Run<T>> stuck = new HashSet<>();

    private int held;
    private boolean stopped;

    /** @param prefetch how many jobs may wait behind those that run */
    WorkerSlots(WorkerSettings settings, BatchSize size, IntSupplier prefetch) {
        this.settings = settings;
        this.size = size;
        this.prefetch = prefetch;
    }

    /** How many jobs there is room for after {@code freed} more are released; 0 or less means none. */
    synchronized int room(int freed) {
        int places = (settings.concurrency() - stuck.size()) * size.most() + prefetch.getAsInt();
        return takesNone() ? 0 : places - held + freed;
    }

    private boolean takesNone() {
        return stopped || allStuck();
    }

    /** Holds these jobs. Returns whether they will begin. */
    synchronized boolean take(Collection<HeldJob<T>> jobs) {
        held += jobs.size();
        return !takesNone() && waiting.addAll(jobs);
    }

    /** The next jobs to run; null if there are none, or too few so far, or no slot for them. */
    synchronized @Nullable Run<T> next() {
        if (stopped || running.size() >= settings.concurrency() || !isReady()) {
            return null;
        }
        List<HeldJob<T>> jobs = new ArrayList<>();
        while (jobs.size() < size.most() && !waiting.isEmpty()) {
            jobs.add(waiting.removeFirst());
        }
        Run<T> run = new Run<>(jobs);
        running.add(run);
        return run;
    }

    /** Whether there are as many as a run may have, or the first has waited for long enough. */
    private boolean isReady() {
        HeldJob<T> first = waiting.peek();
        return first != null
                && (waiting.size() >= size.most()
                        || System.nanoTime() - first.deliveredAt()
                                >= size.patience().toNanos());
    }

    /** The handler of this run is past its timeout. Returns the jobs that were not decided before. */
    synchronized List<HeldJob<T>> stick(Run<T> run) {
        if (!running.contains(run)) {
            return List.of();
        }
        List<HeldJob<T>> undecided = run.jobs().stream().filter(HeldJob::decide).toList();
        if (!undecided.isEmpty()) {
            stuck.add(run);
        }
        return undecided;
    }

    synchronized boolean isStuck(Run<T> run) {
        return stuck.contains(run);
    }

    /** Whether all slots are taken by handlers past their timeout. */
    synchronized boolean allStuck() {
        return stuck.size() >= settings.concurrency();
    }

    /** The handler of this run returned. Returns whether it was past its timeout. */
    synchronized boolean ran(Run<T> run) {
        running.remove(run);
        notifyAll();
        return stuck.remove(run);
    }

    /** A job is no longer held. */
    synchronized void freed() {
        held--;
        notifyAll();
    }

    /** Takes jobs again. */
    synchronized void start() {
        stopped = false;
    }

    /** Stops taking jobs. */
    synchronized void stop() {
        stopped = true;
    }

    synchronized TubeWork work(int failures) {
        return new TubeWork(running.size(), stuck.size(), waiting.size(), held, allStuck(), failures);
    }

    /** The jobs that will not begin, because the worker stops or all slots are stuck. */
    synchronized List<HeldJob<T>> unbegun() {
        List<HeldJob<T>> all = takesNone() ? new ArrayList<>(waiting) : List.of();
        waiting.removeAll(all);
        return all;
    }

    /** Removes and returns the waiting jobs that exceed the prefetch limit and have no free slot. */
    synchronized List<HeldJob<T>> tooMany() {
        List<HeldJob<T>> late = new ArrayList<>();
        int free = Math.max(0, settings.concurrency() - running.size());
        while (waiting.size() > prefetch.getAsInt() + free * size.most()) {
            late.add(waiting.removeLast());
        }
        return late;
    }

    /** How many jobs wait for a handler. */
    synchronized int waiting() {
        return waiting.size();
    }

    synchronized List<Run<T>> running() {
        return List.copyOf(running);
    }

    /** Wakes the waiting threads to check again. */
    synchronized void changed() {
        notifyAll();
    }

    /**
     * Waits for the handlers that still have their jobs, up to a moment of {@link System#nanoTime}. Returns whether none is
     * left.
     */
    synchronized boolean awaitHandlers(long until) throws InterruptedException {
        await(() -> running.size() == stuck.size(), until);
        return running.size() == stuck.size();
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
