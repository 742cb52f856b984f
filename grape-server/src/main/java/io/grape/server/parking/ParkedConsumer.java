package io.grape.server.parking;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.core.job.ResponseRoom;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * A consumer: it ends once, with jobs, with nothing, with a failure, or by going away. A tube that cannot be consumed from
 * does not end it while it has others; it ends with that failure where it got nothing from them either. It does not end with nothing
 * before looks that began after it came have found nothing in each of them, however short its wait is.
 */
final class ParkedConsumer implements PendingConsume {
    /** Whoever has taken its jobs makes room for others in far less. */
    static final Duration ROOM_WITHIN = Duration.ofSeconds(5);

    private final List<TubeName> tubes;
    private final int max;
    private final Duration wait;
    private final ResponseRoom room;
    private final Executor home;
    private final long came = System.nanoTime();
    private final CompletableFuture<List<Job>> jobs = new CompletableFuture<>();
    /** How the last look at a tube failed, of those where it did. */
    private final Map<TubeName, Throwable> failures = new HashMap<>();

    /** Those at which no look has ended that began after it came. */
    private final Set<TubeName> unseen;

    private final Set<TubeName> beingLookedAt = new HashSet<>();
    private boolean overdue;
    private long timer = -1;

    /**
     * Waits nowhere yet.
     *
     * @param home the event loop that its state belongs to
     */
    ParkedConsumer(List<TubeName> tubes, int max, Duration wait, ResponseRoom room, Executor home) {
        this.home = home;
        this.tubes = tubes;
        this.max = max;
        this.wait = wait;
        this.room = room;
        this.unseen = new HashSet<>(tubes);
    }

    List<TubeName> tubes() {
        return tubes;
    }

    int max() {
        return max;
    }

    /** Holds its jobs from just before they come. */
    ResponseRoom room() {
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

    /** What is left of its wait. */
    Duration left() {
        return leftOf(wait);
    }

    /** For how long it waits for room from now on before it lets others go first. */
    Duration patience() {
        boolean isShort = !wait.isZero() && wait.compareTo(ROOM_WITHIN) < 0;
        return leftOf(isShort ? wait : ROOM_WITHIN);
    }

    private Duration leftOf(Duration time) {
        long left = time.toNanos() - (System.nanoTime() - came);
        return Duration.ofNanos(Math.max(0, left));
    }

    /** A look for it at one of its tubes began. */
    void lookBegins(TubeName tube) {
        if (unseen.contains(tube)) {
            beingLookedAt.add(tube);
        }
    }

    /** A look at one of its tubes ended, and had nothing for it. */
    void foundNothing(TubeName tube) {
        failures.remove(tube);
        lookEnded(tube);
    }

    /** A look at one of its tubes failed. It goes on waiting for the others; where no other is left, it ends with that. */
    void failed(TubeName tube, Throwable failure) {
        failures.put(tube, failure);
        if (failures.size() == tubes.size()) {
            fail(failure(tubes, failures));
        } else {
            lookEnded(tube);
        }
    }

    /** A look at one of its tubes was not done, as there is too much to do. It waits for the next one, as long as it wants to. */
    void shed(TubeName tube, Throwable failure) {
        failures.put(tube, failure);
        lookEnded(tube);
    }

    private void lookEnded(TubeName tube) {
        if (beingLookedAt.remove(tube)) {
            unseen.remove(tube);
        }
        endIfOverdue();
    }

    /** There is no look for it now, as its caller holds too much. That may be over in a moment, however short its wait is. */
    void hasNoRoom() {
        if (overdue && leftOf(ROOM_WITHIN).isZero()) {
            fail(MemoryBudget.full("responses to this client"));
        }
    }

    /** It has waited as long as it wanted to. */
    void waited() {
        overdue = true;
        endIfOverdue();
    }

    private void endIfOverdue() {
        if (!overdue || !unseen.isEmpty()) {
            return;
        }
        if (failures.isEmpty()) {
            complete(List.of());
        } else {
            fail(failure(tubes, failures));
        }
    }

    /** False when it ended before: the jobs are still the caller's. */
    boolean complete(List<Job> found) {
        return jobs.complete(found);
    }

    void fail(Throwable failure) {
        jobs.completeExceptionally(failure);
    }

    @Override
    public CompletionStage<List<Job>> jobs() {
        return jobs;
    }

    @Override
    public void hurry() {
        home.execute(this::waited);
    }

    @Override
    public void leave() {
        complete(List.of());
    }

    /** The failure to tell of: that of the first tube that has one, which is named where there are others. */
    static Throwable failure(List<TubeName> tubes, Map<TubeName, Throwable> failures) {
        TubeName first =
                tubes.stream().filter(failures::containsKey).findFirst().orElseThrow();
        Throwable failure = Failures.cause(Objects.requireNonNull(failures.get(first)));
        return tubes.size() > 1 && failure instanceof GrapeException ours
                ? ours.withDetail("tube " + first + ": " + ours.detail())
                : failure;
    }
}
