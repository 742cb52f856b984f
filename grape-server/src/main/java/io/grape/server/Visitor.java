package io.grape.server;

import io.grape.core.Job;
import io.grape.core.TubeName;
import io.grape.core.Waiters;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A consumer that waits: it ends once, with jobs, with nothing, with a failure, or by going away. It does not end with nothing
 * before a look that began after it came has found nothing, however short its wait is.
 */
final class Visitor implements Waiters.Visit {
    private final ParkedConsumers parent;
    private final List<TubeName> tubes;
    private final int max;
    private final CompletableFuture<List<Job>> jobs = new CompletableFuture<>();
    private Seen seen = Seen.NOTHING;
    private boolean overdue;
    private long timer = -1;

    /** What a visitor knows of its tubes. */
    private enum Seen {
        NOTHING,
        BEING_LOOKED_AT,
        EMPTY
    }

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

    /** A look for it began. */
    void lookBegins() {
        if (seen == Seen.NOTHING) {
            seen = Seen.BEING_LOOKED_AT;
        }
    }

    /** A look ended, and had nothing for it. */
    void foundNothing() {
        if (seen == Seen.BEING_LOOKED_AT) {
            seen = Seen.EMPTY;
        }
        endIfOverdue();
    }

    /** It has waited as long as it wanted to. */
    void waited() {
        overdue = true;
        endIfOverdue();
    }

    private void endIfOverdue() {
        if (overdue && seen == Seen.EMPTY) {
            complete(List.of());
        }
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
