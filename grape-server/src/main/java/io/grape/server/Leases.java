package io.grape.server;

import io.grape.core.Broker;
import io.grape.core.Brokers;
import io.grape.core.Handout;
import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out jobs, and sees to it that somebody looks after the leases: before its first hand-out of a tube a broker announces
 * the tube in Redis, where the others find it should this one die.
 */
final class Leases {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final Broker broker;
    private final Brokers brokers;
    private final Watches watches;
    private final Map<TubeName, CompletableFuture<Void>> announced = new ConcurrentHashMap<>();

    Leases(Broker broker, Brokers brokers, Watches watches) {
        this.broker = broker;
        this.brokers = brokers;
        this.watches = watches;
    }

    CompletionStage<Handout> consume(TubeName tube, int max, Duration parking) {
        CompletableFuture<Void> known = announced.get(tube);
        CompletionStage<Handout> handout = known != null && known.isDone()
                ? broker.consume(tube, max, parking)
                : announce(tube).thenCompose(done -> broker.consume(tube, max, parking));
        return handout.whenComplete((found, failure) -> {
            if (failure == null) {
                watch(tube, found);
            } else {
                // The jobs may have been handed out all the same, and only the answer be lost.
                watches.look(tube);
            }
        });
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

    private void watch(TubeName tube, Handout handout) {
        handout.jobs().stream()
                .map(job -> job.leaseUntil())
                .filter(until -> until != null)
                .min(Instant::compareTo)
                .ifPresent(until -> watches.expect(tube, Duration.between(handout.at(), until)));
    }

    /** Tubes that came to this broker from a dead one, already announced for it. */
    void adopt(Set<TubeName> tubes) {
        tubes.forEach(tube -> announced.put(tube, CompletableFuture.completedFuture(null)));
    }

    /** How many tubes this broker has announced. */
    int count() {
        return announced.size();
    }

    /** Announces everything anew, after Redis has lost some of it. */
    void announceAll() {
        Set.copyOf(announced.keySet()).forEach(tube -> {
            announced.remove(tube);
            announce(tube);
        });
    }

    /** Withdraws the tubes that are not there any more. Should one come back, its next hand-out announces it again. */
    void forgetAllBut(Set<TubeName> existing) {
        Set.copyOf(announced.keySet()).stream()
                .filter(tube -> !existing.contains(tube))
                .forEach(tube -> {
                    announced.remove(tube);
                    brokers.withdraw(tube).exceptionally(failure -> {
                        LOG.debug("could not withdraw a tube that is gone tube={}", tube, failure);
                        return null;
                    });
                });
    }
}
