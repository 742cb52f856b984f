package io.grape.server;

import io.grape.core.Job;
import io.grape.core.TubeName;
import io.grape.core.Waiters;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A consumer that waits: it ends once, with jobs, with nothing, with a failure, or by going away. */
final class Visitor implements Waiters.Visit {
    private final ParkedConsumers parent;
    private final List<TubeName> tubes;
    private final int max;
    private final CompletableFuture<List<Job>> jobs = new CompletableFuture<>();
    private long timer = -1;

    Visitor(ParkedConsumers parent, List<TubeName> tubes, int max) {
        this.parent = parent;
        this.tubes = tubes;
        this.max = max;
    }

    List<TubeName> tubes() {
        return tubes;
    }

    int max() {
        return max;
    }

    long timer() {
        return timer;
    }

    void timer(long id) {
        timer = id;
    }

    boolean isGone() {
        return jobs.isDone();
    }

    /** False when it ended before: the jobs are still the caller's. */
    boolean complete(List<Job> found) {
        boolean first = jobs.complete(found);
        parent.left(this);
        return first;
    }

    void fail(Throwable failure) {
        jobs.completeExceptionally(failure);
        parent.left(this);
    }

    @Override
    public CompletionStage<List<Job>> jobs() {
        return jobs;
    }

    @Override
    public void leave() {
        complete(List.of());
    }
}
