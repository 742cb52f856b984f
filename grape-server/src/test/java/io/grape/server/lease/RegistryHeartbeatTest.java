package io.grape.server.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.broker.RegistryState;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Tubes;
import io.grape.server.FakePort;
import io.grape.server.LogLines;
import io.grape.server.Node;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop that beats, over a registry that answers when a test lets it. */
class RegistryHeartbeatTest {
    private static final Duration BEAT = Duration.ofMillis(20);
    private static final int MANY = 500;
    private static final int FEW = 50;
    private static final TubeName OLD = new TubeName("old");
    private static final TubeName NEW = new TubeName("new");
    private static final ConsumeResult NOTHING = new ConsumeResult(List.of(), Instant.EPOCH, null);

    private final Vertx vertx = Vertx.vertx();
    private final Set<TubeName> inRedis = ConcurrentHashMap.newKeySet();
    private final List<TubeName> announced = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Void>> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger beats = new AtomicInteger();
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);
    private volatile CompletableFuture<Void> beatGate = CompletableFuture.completedFuture(null);
    private volatile boolean away;

    private final BrokerRegistry brokers = FakePort.of(
            BrokerRegistry.class,
            Map.of(
                    "announce", of -> announce((TubeName) of[0]),
                    "withdraw", of -> changed(() -> inRedis.remove((TubeName) of[0])),
                    "heartbeat", of -> heartbeat()));
    private final Tubes tubes = FakePort.of(
            Tubes.class,
            Map.of(
                    "existsInTurn", of -> CompletableFuture.completedStage(true),
                    "names", of -> CompletableFuture.completedStage(Set.of(OLD, NEW)),
                    "expireLeases", of -> CompletableFuture.completedStage(new ExpiryPass(0, null))));
    private final Broker broker =
            FakePort.of(Broker.class, Map.of("consume", of -> CompletableFuture.completedStage(NOTHING)));
    private final OutageLog outage = new OutageLog();
    private final LeaseExpiryTimers timers = new LeaseExpiryTimers(vertx, tubes, outage);
    private final TubeOwnership ownership = new TubeOwnership(broker, tubes, brokers, timers);
    private final RegistryHeartbeat discovery =
            new RegistryHeartbeat(vertx, new HeartbeatContext(tubes, brokers, ownership, timers, outage), BEAT);

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private CompletionStage<Void> announce(TubeName tube) {
        announced.add(tube);
        return changed(() -> inRedis.add(tube));
    }

    private CompletionStage<Void> changed(Runnable change) {
        CompletableFuture<Void> call = gate.thenRun(change);
        calls.add(call);
        return call;
    }

    private CompletionStage<RegistryState> heartbeat() {
        beats.incrementAndGet();
        if (away) {
            return CompletableFuture.failedFuture(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "Redis is away"));
        }
        RegistryState heartbeat = new RegistryState(Set.of(), inRedis.size(), "1 1");
        return beatGate.thenApply(open -> heartbeat);
    }

    private void awaitBeats(int more) {
        int wanted = beats.get() + more;
        await().until(() -> beats.get() >= wanted);
    }

    private CompletionStage<ConsumeResult> consume(TubeName tube) {
        return ownership.consume(tube, 1, Duration.ZERO);
    }

    private long underWay() {
        return calls.stream().filter(call -> !call.isDone()).count();
    }

    @Test
    void anAnnouncementThatIsOnItsWayIsNotTakenForLost() {
        Node.get(consume(OLD));
        discovery.start().await();
        gate = new CompletableFuture<>();
        CompletionStage<ConsumeResult> waiting = consume(NEW);
        awaitBeats(3);
        gate.complete(null);
        Node.get(waiting);
        awaitBeats(3);
        assertThat(announced).containsExactly(OLD, NEW);
    }

    @Test
    void anAnnouncementThatOvertakesTheAnswerToABeatIsNotTakenForLost() {
        Node.get(consume(OLD));
        discovery.start().await();
        beatGate = new CompletableFuture<>();
        awaitBeats(1);
        Node.get(consume(NEW));
        beatGate.complete(null);
        awaitBeats(3);
        assertThat(announced).containsExactly(OLD, NEW);
    }

    @Test
    void aStopWaitsForTheBeatOnItsWayAndNoneFollows() {
        discovery.start().await();
        beatGate = new CompletableFuture<>();
        awaitBeats(1);
        Future<Void> stopped = discovery.stop();
        int last = beats.get();
        await().pollDelay(BEAT.multipliedBy(3)).until(() -> !stopped.isComplete());
        beatGate.complete(null);
        stopped.await();
        await().pollDelay(BEAT.multipliedBy(3)).until(() -> beats.get() == last);
    }

    @Test
    void whatRedisLostIsAnnouncedAnewFewAtATime() {
        IntStream.range(0, MANY).forEach(i -> Node.get(consume(new TubeName("t" + i))));
        inRedis.clear();
        gate = new CompletableFuture<>();
        ownership.announceAll();
        ownership.announceAll();
        assertThat(underWay()).isEqualTo(FEW);
        gate.complete(null);
        assertThat(inRedis).hasSize(MANY);
        assertThat(announced).hasSize(2 * MANY);
    }

    @Test
    void tubesThatAreGoneAreWithdrawnFewAtATime() {
        IntStream.range(0, MANY).forEach(i -> Node.get(consume(new TubeName("t" + i))));
        gate = new CompletableFuture<>();
        ownership.forgetAllBut(Set.of());
        ownership.forgetAllBut(Set.of());
        assertThat(underWay()).isEqualTo(FEW);
        gate.complete(null);
        assertThat(inRedis).isEmpty();
        assertThat(ownership.count()).isZero();
    }

    @Test
    void aLoopThatFailsTellsOfAnOutageOnce() {
        try (LogLines log = LogLines.of(OutageLog.class, RegistryHeartbeat.class)) {
            discovery.start().await();
            away = true;
            awaitBeats(4);
            away = false;
            await().until(() -> log.seen().size() == 2);
            assertThat(log.seen())
                    .containsExactly("WARN Redis is away, trying again until it can", "INFO Redis can be used again");
        }
    }
}
