package io.grape.server.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerInfo;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.broker.BrokerSnapshot;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.LeasedJob;
import io.grape.core.job.WakeUps;
import io.grape.core.quota.Quotas;
import io.grape.server.admission.RateQuotas;
import io.grape.server.lease.OutageLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Brokers that decide together whether a worker has died, over a channel that may lose messages. */
class WorkersTest {
    private static final Duration GRACE = Duration.ofMillis(300);
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final WorkerName WORKER = new WorkerName("token a", "worker-1");
    private static final TubeName TUBE = new TubeName("t");

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, Broker> brokers = new ConcurrentHashMap<>();
    /** Brokers that hear nothing. */
    private final Set<String> deaf = ConcurrentHashMap.newKeySet();
    /** Brokers that others take for alive, though there is none of that name. */
    private final Set<String> killed = ConcurrentHashMap.newKeySet();

    private final List<String> messages = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    /** One broker, and the leases that it ended. */
    private final class Broker implements WakeUps {
        private final String name;
        private final List<Long> ended = new CopyOnWriteArrayList<>();
        private final OutageLog outage = new OutageLog();
        private final Workers workers;
        private volatile Consumer<String> listener = message -> {};

        Broker(String name) {
            this(name, GRACE);
        }

        Broker(String name, Duration grace) {
            this.name = name;
            BrokerRegistry registry = (BrokerRegistry) Proxy.newProxyInstance(
                    BrokerRegistry.class.getClassLoader(),
                    new Class<?>[] {BrokerRegistry.class},
                    (proxy, method, arguments) -> CompletableFuture.completedStage(snapshot()));
            Quotas none = (Quotas) Proxy.newProxyInstance(
                    Quotas.class.getClassLoader(), new Class<?>[] {Quotas.class}, (proxy, method, arguments) -> {
                        throw new UnsupportedOperationException();
                    });
            workers = new Workers(
                    vertx.getOrCreateContext(),
                    new PresenceOptions(name, grace),
                    new PresencePorts(
                            (tube, leases) -> {
                                leases.forEach(
                                        (LeasedJob one) -> ended.add(one.lease().value()));
                                return CompletableFuture.completedStage(leases.size());
                            },
                            registry,
                            this,
                            outage,
                            new RateQuotas(none)));
            workers.start();
            brokers.put(name, this);
        }

        @Override
        public CompletionStage<Void> subscribe(BiConsumer<TubeName, Duration> onHint, Runnable onGap) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void onWorkerMessage(Consumer<String> onMessage) {
            listener = onMessage;
        }

        @Override
        public CompletionStage<Void> tellOfWorkers(String message) {
            messages.add(message);
            brokers.values().stream()
                    .filter(broker -> !deaf.contains(broker.name))
                    .forEach(broker -> broker.listener.accept(message));
            return CompletableFuture.completedStage(null);
        }

        /** The worker renews a lease here, so that this broker knows of it. */
        Broker holding(long lease) {
            JobId id = new JobId("j" + lease);
            Instant now = Instant.now();
            Acknowledged touched = new Acknowledged(id, JobState.RETAINED, null, now.plusSeconds(60), null, now);
            workers.acknowledges(
                    WORKER,
                    TUBE,
                    List.of(new Acknowledgement.Touch(id, new Lease(lease))),
                    CompletableFuture.completedStage(List.of(ItemResult.of(touched))));
            return this;
        }

        PresenceStream open() {
            HttpServerResponse response = (HttpServerResponse) Proxy.newProxyInstance(
                    HttpServerResponse.class.getClassLoader(),
                    new Class<?>[] {HttpServerResponse.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "write", "end" -> Future.succeededFuture();
                        case "writeQueueFull", "closed" -> false;
                        default -> proxy;
                    });
            PresenceStream stream = new PresenceStream(workers, WORKER, vertx.getOrCreateContext(), response);
            var unused = stream.begin();
            return stream;
        }
    }

    private BrokerSnapshot snapshot() {
        List<BrokerInfo> all = new ArrayList<>();
        brokers.keySet().forEach(name -> all.add(new BrokerInfo(name, false, true, Instant.now(), "{}")));
        killed.forEach(name -> all.add(new BrokerInfo(name, false, true, Instant.now(), "{}")));
        all.add(new BrokerInfo("long-dead", false, false, Instant.now(), "{}"));
        return new BrokerSnapshot(Instant.now(), all);
    }

    private static void awaitEnded(Broker broker, Long... leases) {
        await().atMost(SOON).untilAsserted(() -> assertThat(broker.ended).containsExactlyInAnyOrder(leases));
    }

    private static void pass(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    @Test
    void leasesOfADeadWorkerEndAtEachBrokerThatKnowsThem() {
        Broker one = new Broker("one").holding(1);
        Broker two = new Broker("two").holding(2);
        one.open().gone(true);
        awaitEnded(one, 1L);
        awaitEnded(two, 2L);
        assertThat(one.workers.died()).hasValue(1);
        assertThat(two.workers.died()).hasValue(0);
        assertThat(one.workers.leases()).isZero();
    }

    @Test
    void workerHasTheWholeGraceAfterEachClose() throws InterruptedException {
        Broker one = new Broker("one", Duration.ofSeconds(3)).holding(1);
        one.open().gone(true);
        pass(100);
        PresenceStream second = one.open();
        pass(2000);
        second.gone(true);
        pass(2000);
        PresenceStream third = one.open();
        pass(500);
        assertThat(one.ended).as("it came back after 2 of 3 s").isEmpty();
        third.gone(true);
        awaitEnded(one, 1L);
    }

    @Test
    void brokerThatWasKilledMakesTheOthersWait() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        killed.add("killed");
        one.open().gone(true);
        pass(3000);
        assertThat(one.ended).as("the worker may have a stream there").isEmpty();
        killed.clear();
        awaitEnded(one, 1L);
    }

    @Test
    void brokerThatHearsNothingEndsNothing() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        deaf.add("one");
        one.open().gone(true);
        pass(3000);
        assertThat(one.ended).isEmpty();
        deaf.clear();
        awaitEnded(one, 1L);
    }

    @Test
    void brokerThatWasNotHeardMakesTheOthersWait() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        Broker two = new Broker("two");
        deaf.add("two");
        PresenceStream moved = two.open();
        one.open().gone(true);
        pass(3000);
        assertThat(one.ended).as("the worker is at the other one").isEmpty();
        deaf.clear();
        pass(2500);
        assertThat(one.ended).isEmpty();
        moved.gone(true);
        awaitEnded(one, 1L);
    }

    @Test
    void workerThatMovedBelongsToTheBrokerThatSawItLast() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        Broker two = new Broker("two").holding(2);
        PresenceStream first = one.open();
        PresenceStream second = two.open();
        first.gone(true);
        pass(100);
        second.gone(true);
        awaitEnded(one, 1L);
        awaitEnded(two, 2L);
        assertThat(two.workers.died()).hasValue(1);
        assertThat(one.workers.died()).hasValue(0);
    }

    @Test
    void afterAnOutageNothingEndsForAWhile() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        one.outage.covers("call", new GrapeException(ErrorCode.STORE_UNAVAILABLE, "paused"));
        one.open().gone(true);
        pass(2500);
        assertThat(one.ended).isEmpty();
        assertThat(messages).isEmpty();
        awaitEnded(one, 1L);
    }

    @Test
    void brokerThatShutsDownSaysThatItsWorkersLive() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        Broker two = new Broker("two").holding(2);
        PresenceStream earlier = one.open();
        two.open();
        earlier.gone(true);
        // Just before the question comes.
        pass(200);
        two.workers.drain();
        pass(2500);
        assertThat(one.ended).isEmpty();
        assertThat(two.ended).isEmpty();
    }

    @Test
    void brokerThatEndedAStreamEndsTheLeasesWhenTheWorkerDiesLater() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        Broker two = new Broker("two").holding(2);
        one.open().gone(false);
        PresenceStream again = two.open();
        pass(1000);
        again.gone(true);
        awaitEnded(one, 1L);
        awaitEnded(two, 2L);
    }

    @Test
    void streamThatTheBrokerEndedIsNoEvidence() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        one.open().gone(false);
        pass(1500);
        assertThat(messages).isEmpty();
        assertThat(one.ended).isEmpty();
    }

    @Test
    void lateEndMessageKeepsLeasesOfReturnedWorker() throws InterruptedException {
        Broker one = new Broker("one").holding(1);
        one.open();
        one.tellOfWorkers(new WorkerMessage(WorkerMessage.Kind.END, "two", "r", List.of(WORKER.key())).text());
        one.tellOfWorkers("END");
        one.tellOfWorkers("LATER two r x");
        one.tellOfWorkers("ASK two r x:y z");
        pass(500);
        assertThat(one.ended).isEmpty();
    }

    @Test
    void leasesOfOneWorkerAreBounded() {
        Broker one = new Broker("one");
        for (long lease = 1; lease <= WorkerSession.MAX_LEASES + 5; lease++) {
            one.holding(lease);
        }
        assertThat(one.workers.leases()).isEqualTo(WorkerSession.MAX_LEASES);
        one.open().gone(true);
        await().atMost(SOON).until(() -> one.ended.size() == WorkerSession.MAX_LEASES);
        assertThat(one.ended).doesNotContain(1L, 5L).contains(6L);
        assertThat(one.workers.leases()).isZero();
    }
}
