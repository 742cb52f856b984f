package io.grape.server.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.tube.Tubes;
import io.grape.server.FakePort;
import io.grape.server.lease.LeaseExpiryTimers;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.TubeOwnership;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often those who wait look, of a broker behind which there is no Redis. */
@Tag("slow")
class PollIntervalTest {
    private static final TubeName FIRST = new TubeName("first");
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final ConsumeResult NOTHING = new ConsumeResult(List.of(), Instant.EPOCH, null);

    private final Vertx vertx = Vertx.vertx();
    private final Queue<Look> looks = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<ConsumeResult> firstAnswer = new CompletableFuture<>();
    private final ParkedConsumers parked = parked();

    /** A look at the first tube: when it came, and until when it asked for hints. */
    private record Look(long at, Duration parking) {}

    private ParkedConsumers parked() {
        Broker broker = FakePort.of(Broker.class, Map.of("consume", of -> consume((TubeName) of[0], (Duration) of[2])));
        BrokerRegistry brokers =
                FakePort.of(BrokerRegistry.class, Map.of("announce", of -> CompletableFuture.completedStage(null)));
        Tubes tubes = FakePort.of(Tubes.class, Map.of("existsInTurn", of -> CompletableFuture.completedStage(true)));
        LeaseExpiryTimers watches = new LeaseExpiryTimers(vertx, tubes, new OutageLog());
        return new ParkedConsumers(vertx, broker, new TubeOwnership(broker, tubes, brokers, watches), new OutageLog());
    }

    private CompletionStage<ConsumeResult> consume(TubeName tube, Duration parking) {
        if (!tube.equals(FIRST)) {
            return CompletableFuture.completedStage(NOTHING);
        }
        looks.add(new Look(System.nanoTime(), parking));
        return looks.size() == 1 ? firstAnswer : CompletableFuture.completedStage(NOTHING);
    }

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void theNextLookComesWhileHintsAreStillWantedHoweverManyTubesCameMeanwhile() {
        parked.consume(List.of(FIRST), 1, WAIT);
        await().until(() -> looks.size() == 1);
        for (int i = 0; i < 5000; i++) {
            parked.consume(List.of(new TubeName("tube" + i)), 1, WAIT);
        }
        await().until(() -> parked.count() == 5001);

        firstAnswer.complete(NOTHING);

        await().atMost(Duration.ofSeconds(10)).until(() -> looks.size() == 2);
        Look first = looks.remove();
        Look second = looks.remove();
        assertThat(Duration.ofNanos(second.at() - first.at())).isLessThan(first.parking());
        assertThat(second.parking()).isGreaterThan(Duration.ofSeconds(100));
    }

    /** The promise was made when the look began. */
    @Test
    void aLookThatTookLongDoesNotPutOffTheNextOne() {
        parked.consume(List.of(FIRST), 1, WAIT);
        await().until(() -> looks.size() == 1);
        Look first = looks.element();
        await().atMost(Duration.ofSeconds(10)).until(() -> System.nanoTime() - first.at() > 3_500_000_000L);

        firstAnswer.complete(NOTHING);

        await().atMost(Duration.ofSeconds(10)).until(() -> looks.size() == 2);
        looks.remove();
        assertThat(Duration.ofNanos(looks.remove().at() - first.at())).isLessThan(first.parking());
    }

    @Test
    void everyTurnLooksAgainWithinWhatItAskedFor() {
        for (int tubes : new int[] {0, 1, 100, 101, 5000, 1_000_000}) {
            PollInterval.Turn turn = new PollInterval(() -> tubes).turn();
            for (int i = 0; i < 1000; i++) {
                assertThat(turn.next())
                        .isPositive()
                        .isLessThanOrEqualTo(turn.parking().dividedBy(2));
            }
        }
    }
}
