package io.grape.server.lease;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.Failures;
import io.grape.server.failure.FanOut;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out jobs, and sees to it that somebody looks after the leases: before its first delivery of a tube a broker announces
 * the tube in Redis, where the others find it should this one die.
 *
 * <p>Anybody may ask for any name, so that only tubes that are there are announced: whoever asks for another one costs Redis one
 * call, and leaves nothing behind.
 *
 * <p>{@link #consume} and {@link #take} may be called from anywhere, all else by the loop that beats.
 */
public final class TubeOwnership {
    private static final Logger LOG = LoggerFactory.getLogger(TubeOwnership.class);

    /** How many announcements are on their way together. */
    private static final int CONCURRENCY = 50;
    /** What a tube that is not there has to give. */
    private static final CompletionStage<ConsumeResult> NONE =
            CompletableFuture.completedStage(new ConsumeResult(List.of(), Instant.EPOCH, null));

    private final Broker broker;
    private final Tubes tubes;
    private final BrokerRegistry brokers;
    private final LeaseExpiryTimers timers;
    private final Map<TubeName, CompletableFuture<Void>> announced = new ConcurrentHashMap<>();
    private CompletableFuture<Void> anew = CompletableFuture.completedFuture(null);
    private CompletableFuture<Void> withdrawn = CompletableFuture.completedFuture(null);

    public TubeOwnership(Broker broker, Tubes tubes, BrokerRegistry brokers, LeaseExpiryTimers timers) {
        this.broker = broker;
        this.tubes = tubes;
        this.brokers = brokers;
        this.timers = timers;
    }

    public CompletionStage<ConsumeResult> consume(TubeName tube, int max, Duration parking) {
        return announcedFirst(tube, () -> broker.consume(tube, max, parking), () -> NONE)
                .whenComplete((found, failure) -> {
                    if (failure == null) {
                        watch(tube, found);
                    } else if (!Failures.isShed(failure)) {
                        // The jobs may have been delivered all the same, and only the response be lost.
                        timers.look(tube);
                    }
                });
    }

    /** Takes one job by its id. */
    public CompletionStage<Job> take(TubeName tube, JobId id) {
        return announcedFirst(tube, () -> broker.take(tube, id), () -> CompletableFuture.failedStage(noTube(tube)))
                .whenComplete((job, failure) -> {
                    if (failure == null) {
                        timers.expect(tube, job.ttr());
                    } else if (mayHaveHappened(failure)) {
                        timers.look(tube);
                    }
                });
    }

    private static GrapeException noTube(TubeName tube) {
        return new GrapeException(ErrorCode.TUBE_NOT_FOUND, "tube " + tube + " does not exist");
    }

    private static boolean mayHaveHappened(Throwable failure) {
        return !(Failures.cause(failure) instanceof GrapeException ours) || ours.code() == ErrorCode.STORE_UNAVAILABLE;
    }

    /** A delivery of a tube that is there, or else what there is instead. */
    private <T> CompletionStage<T> announcedFirst(
            TubeName tube, Supplier<CompletionStage<T>> delivery, Supplier<CompletionStage<T>> otherwise) {
        CompletableFuture<Void> known = announced.get(tube);
        return known != null && isIn(known)
                ? delivery.get()
                : tubes.existsInTurn(tube)
                        .thenCompose(
                                there -> there ? announce(tube).thenCompose(done -> delivery.get()) : otherwise.get());
    }

    private CompletionStage<Void> announce(TubeName tube) {
        CompletableFuture<Void> announcement =
                announced.computeIfAbsent(tube, name -> brokers.announce(name).toCompletableFuture());
        return announcement.whenComplete((done, failure) -> {
            if (failure != null) {
                announced.remove(tube, announcement);
            }
        });
    }

    private void watch(TubeName tube, ConsumeResult handout) {
        Instant first = null;
        for (Job job : handout.jobs()) {
            Instant until = job.leaseUntil();
            first = first == null || (until != null && until.isBefore(first)) ? until : first;
        }
        if (first != null) {
            timers.expect(tube, Duration.between(handout.at(), first));
        }
    }

    /** Tubes that came to this broker from a dead one, already announced for it. */
    void adopt(Set<TubeName> tubes) {
        tubes.forEach(tube -> announced.put(tube, CompletableFuture.completedFuture(null)));
    }

    /** How many tubes this broker has announced; those whose announcement is on its way are not among them. */
    int count() {
        return finished().size();
    }

    private static boolean isIn(CompletableFuture<Void> announcement) {
        return announcement.isDone() && !announcement.isCompletedExceptionally();
    }

    private List<TubeName> finished() {
        return announced.entrySet().stream()
                .filter(entry -> isIn(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Announces everything anew, after Redis has lost some of it; once at a time. */
    void announceAll() {
        if (anew.isDone()) {
            anew = someAtOnce(finished(), tube -> {
                announced.remove(tube);
                return announce(tube);
            });
        }
    }

    /** Withdraws the tubes that are not there any more. Should one come back, its next delivery announces it again. */
    void forgetAllBut(Set<TubeName> existing) {
        List<TubeName> gone =
                finished().stream().filter(tube -> !existing.contains(tube)).toList();
        withdrawn = withdrawn.thenCompose(before -> someAtOnce(gone, tube -> {
            announced.remove(tube);
            return brokers.withdraw(tube);
        }));
    }

    /** Asks Redis for each, few at a time: there may be very many. What fails is passed over. */
    private static CompletableFuture<@Nullable Void> someAtOnce(
            List<TubeName> tubes, Function<TubeName, CompletionStage<Void>> call) {
        return FanOut.ask(
                        tubes,
                        CONCURRENCY,
                        tube -> call.apply(tube).exceptionally(failure -> {
                            LOG.debug("could not be announced or withdrawn tube={}", tube, failure);
                            return null;
                        }))
                .<@Nullable Void>thenApply(done -> null)
                .toCompletableFuture();
    }
}
