package io.grape.server.beanstalkd;

import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.FirstJob;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.core.job.ResponseRoom;
import io.grape.server.failure.Failures;
import io.grape.server.failure.FanOut;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One reserve, until it has its response. It takes the job with the lowest priority among all watched tubes, of equal ones that which is
 * due for longest. Lives on one event loop.
 */
final class ReserveCommand {
    /** Of the last lease that the client holds: it shall use it to end its work. */
    private static final Duration SAFETY_MARGIN = Duration.ofSeconds(1);

    /** Clients that watch many tubes shall not fill the memory with their looks. */
    private static final int LOOKS_AT_A_TIME = 64;

    private static final Comparator<Map.Entry<TubeName, FirstJob>> BEST_FIRST = Comparator.comparingLong(
                    (Map.Entry<TubeName, FirstJob> one) -> one.getValue().priority())
            .thenComparingDouble(one -> one.getValue().score());

    private final Session session;
    private final ResponseRoom room;
    private final @Nullable Duration timeout;
    private final List<TubeName> tubes;
    private final long began = System.nanoTime();
    private @Nullable PendingConsume visit;
    private boolean isHurried;

    /**
     * Asks for nothing yet.
     *
     * @param tubes some of those that are watched
     * @param timeout null = until there is a job
     */
    ReserveCommand(Session session, List<TubeName> tubes, ResponseRoom room, @Nullable Duration timeout) {
        this.session = session;
        this.room = room;
        this.timeout = timeout;
        this.tubes = tubes;
    }

    CompletionStage<Reply> run() {
        boolean mayWait = !isHurried && (timeout == null || !timeout.isZero());
        return mayWait && tubes.size() == 1 && !isDeadlineSoon()
                ? await()
                : takeNow()
                        .exceptionallyCompose(failure -> mayWait && Failures.isShed(failure)
                                ? CompletableFuture.completedStage(List.of())
                                : CompletableFuture.failedStage(failure))
                        .thenCompose(this::orWait);
    }

    /** It waits no more: it ends with a job that is there now, or with TIMED_OUT. */
    void hurry() {
        isHurried = true;
        PendingConsume waiting = visit;
        if (waiting != null) {
            waiting.hurry();
        }
    }

    /** The connection is gone. */
    void leave() {
        isHurried = true;
        PendingConsume waiting = visit;
        if (waiting != null) {
            waiting.leave();
        }
    }

    private CompletionStage<Reply> orWait(List<Job> jobs) {
        return jobs.isEmpty() ? await() : reserved(jobs.get(0));
    }

    private CompletionStage<Reply> await() {
        if (isDeadlineSoon()) {
            return CompletableFuture.completedStage(Reply.DEADLINE_SOON);
        }
        Duration wait = patience();
        if (isHurried || wait.isZero()) {
            return CompletableFuture.completedStage(Reply.TIMED_OUT);
        }
        return consume(tubes, wait).thenCompose(this::orWait);
    }

    /** For how long it waits at once: until it times out, its first lease is about to run out, or it is time to look around. */
    private Duration patience() {
        Duration wait = Limits.MAX_WAIT;
        if (timeout != null) {
            Duration rest = timeout.minusNanos(System.nanoTime() - began);
            wait = rest.compareTo(wait) < 0 ? rest : wait;
        }
        Duration lease = session.reservations().untilFirst();
        if (lease != null && lease.minus(SAFETY_MARGIN).compareTo(wait) < 0) {
            wait = lease.minus(SAFETY_MARGIN).plusMillis(1);
        }
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private boolean isDeadlineSoon() {
        Duration lease = session.reservations().untilFirst();
        return lease != null && lease.compareTo(SAFETY_MARGIN) <= 0;
    }

    private CompletionStage<List<Job>> consume(List<TubeName> from, Duration wait) {
        PendingConsume now = source().consume(from, 1, wait, room);
        visit = now;
        return session.await(now.jobs());
    }

    /** A client whose quota is used up gets a job later, or none. */
    private BlockingConsume source() {
        return session.patientSource();
    }

    /** What is there now. One of several tubes is chosen by their first jobs. */
    private CompletionStage<List<Job>> takeNow() {
        return tubes.size() == 1
                ? consume(tubes, Duration.ZERO)
                : firstJobs().thenCompose(first -> takeFrom(new ArrayDeque<>(first)));
    }

    private CompletionStage<List<Job>> takeFrom(Queue<TubeName> best) {
        TubeName next = best.poll();
        if (next == null) {
            return CompletableFuture.completedStage(List.of());
        }
        return consume(List.of(next), Duration.ZERO)
                .thenCompose(jobs -> jobs.isEmpty() ? takeFrom(best) : CompletableFuture.completedStage(jobs));
    }

    /** The tubes that have a ready job, the best one first. */
    private CompletionStage<List<TubeName>> firstJobs() {
        return session.await(FanOut.ask(
                        tubes,
                        LOOKS_AT_A_TIME,
                        tube -> session.ports().firstJobs().next(tube)))
                .thenApply(looks -> looks.entrySet().stream()
                        .flatMap(look -> look.getValue().stream().map(first -> Map.entry(look.getKey(), first)))
                        .sorted(BEST_FIRST)
                        .map(Map.Entry::getKey)
                        .toList());
    }

    private CompletionStage<Reply> reserved(Job job) {
        return session.await(session.numbers().of(job.tube(), job.id()))
                .exceptionallyCompose(failure -> {
                    session.source().giveBack(List.of(job));
                    return CompletableFuture.failedStage(failure);
                })
                .thenApply(number -> session.reserved(number, job)
                        ? Reply.job("RESERVED", number, job.payload().bytes())
                        : Reply.TIMED_OUT);
    }
}
