package io.grape.server.parking;

import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.job.Waiters;
import io.grape.server.memory.Budget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A consumer that waits: it ends once, with jobs, with nothing, with a failure, or by going away. A tube that cannot be consumed from
 * does not end it while it has others; it ends with that failure where it got nothing from them either. It does not end with nothing
 * before a look that began after it came has found nothing, however short its wait is.
 */
final class Visitor implements Waiters.Visit {
    private final ParkedConsumers parent;
    private final List<TubeName> tubes;
    private final int max;
    private final Waiters.Room room;
    private final CompletableFuture<List<Job>> jobs = new CompletableFuture<>();
    /** How the last look at a tube failed, of those where it did. */
    private final Map<TubeName, Throwable> failures = new HashMap<>();

    private Seen seen = Seen.NOTHING;
    private boolean overdue;
    private final long came = System.nanoTime();
    private long timer = -1;

    /** What a visitor knows of its tubes. */
    private enum Seen {
        NOTHING,
        BEING_LOOKED_AT,
        EMPTY
    }

    Visitor(ParkedConsumers parent, List<TubeName> tubes, int max, Waiters.Room room) {
        this.parent = parent;
        this.tubes = tubes;
        this.max = max;
        this.room = room;
    }

    List<TubeName> tubes() {
        return tubes;
    }

    int max() {
        return max;
    }

    /** Holds its jobs from just before they come. */
    Waiters.Room room() {
        return room;
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

    /** A look at one of its tubes ended, and had nothing for it. */
    void foundNothing(TubeName tube) {
        failures.remove(tube);
        foundNothing();
    }

    /** A look at one of its tubes failed. It goes on waiting for the others; where no other is left, it ends with that. */
    void failed(TubeName tube, Throwable failure) {
        failures.put(tube, failure);
        if (failures.size() == tubes.size()) {
            fail(Round.failure(tubes, failures));
        }
    }

    /** There is no look for it now, as its caller holds too much. That may be over in a moment, however short its wait is. */
    void hasNoRoom() {
        if (overdue && System.nanoTime() - came >= ParkedConsumers.ROOM_WITHIN.toNanos()) {
            fail(Budget.full("answers to this client"));
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
        if (!overdue || seen != Seen.EMPTY) {
            return;
        }
        if (failures.isEmpty()) {
            complete(List.of());
        } else {
            fail(Round.failure(tubes, failures));
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
