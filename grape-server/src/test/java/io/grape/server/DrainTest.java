package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.redis.TestRedis;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.TubeOwnership;
import io.grape.server.parking.ParkedConsumers;
import io.vertx.core.Future;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A drain while jobs are on their way from Redis to somebody who waits. */
class DrainTest {
    private static final TubeName TUBE = new TubeName("orders");

    private final CompletableFuture<Void> gate = new CompletableFuture<>();

    @Test
    void whatComesForThoseWhoWereSentAwayIsGivenBackBeforeTheDrainIsOver() {
        try (Node node = Node.start(TestRedis.newNamespace())) {
            Broker held = held(node.broker());
            ParkedConsumers parked = new ParkedConsumers(
                    node.vertx,
                    held,
                    new TubeOwnership(held, node.store.tubes(), node.store.brokers(), node.timers),
                    new OutageLog());
            node.produce(TUBE, "a");
            CompletionStage<List<Job>> visit =
                    parked.consume(List.of(TUBE), 1, Duration.ofSeconds(30)).jobs();
            await().until(() -> count(node, JobState.RETAINED) == 1);

            Future<Void> drained = parked.drain();

            assertThat(Node.get(visit)).isEmpty();
            assertThat(drained.isComplete()).isFalse();
            gate.complete(null);
            drained.await();
            assertThat(count(node, JobState.READY)).isEqualTo(1);
            assertThat(node.consume(TUBE, 1, Duration.ZERO))
                    .singleElement()
                    .satisfies(job -> assertThat(job.noe()).isEqualTo(1));
        }
    }

    private static long count(Node node, JobState state) {
        return Node.get(node.store.tubes().describe(TUBE)).count(state);
    }

    /** A broker that takes jobs, and answers when the gate opens. */
    private Broker held(Broker broker) {
        return (Broker) Proxy.newProxyInstance(
                Broker.class.getClassLoader(), new Class<?>[] {Broker.class}, (self, method, arguments) -> {
                    Object answer = method.invoke(broker, arguments);
                    return method.getName().equals("consume")
                            ? ((CompletionStage<?>) answer).thenCombine(gate, (handout, open) -> handout)
                            : answer;
                });
    }
}
