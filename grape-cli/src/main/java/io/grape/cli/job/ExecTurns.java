package io.grape.cli.job;

import io.grape.client.worker.Worker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How many jobs may begin, how many run, and when it is over. */
final class ExecTurns {
    private final int most;
    private int begun;
    private int running;
    private long idleSince = System.nanoTime();
    private boolean stopped;

    /**
     * Those of one worker.
     *
     * @param most 0: any number
     */
    ExecTurns(int most) {
        this.most = most;
    }

    /** False if there were enough. */
    synchronized boolean begin() {
        if (stopped || isFull()) {
            return false;
        }
        begun++;
        running++;
        notifyAll();
        return true;
    }

    synchronized void end() {
        running--;
        idleSince = System.nanoTime();
        notifyAll();
    }

    private synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** The process ends: waits for the commands, but not for ever. */
    synchronized void stopAndWait(Duration most) throws InterruptedException {
        stop();
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); running > 0 && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Whether the process ends. */
    synchronized boolean isStopped() {
        return stopped;
    }

    /** Whether the process ends, or begins to within a time. */
    synchronized boolean isStopped(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); !stopped && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return stopped;
    }

    private boolean isFull() {
        return most > 0 && begun >= most;
    }

    /** Returns when the last job has been worked on, or none came for a time, or the process ends. */
    synchronized void awaitEnd(Worker worker, @Nullable Duration wait) throws InterruptedException {
        while (!stopped && !(isFull() && running == 0)) {
            if (isFull()) {
                worker.pause();
            }
            long left = wait == null || running > 0 ? Long.MAX_VALUE : idleSince + wait.toNanos() - System.nanoTime();
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
