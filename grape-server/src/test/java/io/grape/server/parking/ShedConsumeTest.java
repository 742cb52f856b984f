package io.grape.server.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.TestRedis;
import io.grape.server.Node;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.TubeOwnership;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Consumers that wait while some of the looks for them are shed. */
class ShedConsumeTest {
    private static final TubeName TUBE = new TubeName("orders");
    private static final TubeName OTHER = new TubeName("other");
    private static final Duration LONG = Duration.ofSeconds(20);

    private final AtomicInteger sheds = new AtomicInteger();
    private final Vertx vertx = Vertx.vertx();
    private final Node node = Node.start(TestRedis.newNamespace());
    private final ParkedConsumers parked = parked();

    private ParkedConsumers parked() {
        Broker shedding = (Broker) Proxy.newProxyInstance(
                Broker.class.getClassLoader(),
                new Class<?>[] {Broker.class},
                (proxy, method, arguments) -> method.getName().equals("consume") && sheds.getAndDecrement() > 0
                        ? CompletableFuture.failedStage(GrapeException.overloaded(OverloadReason.DELAY))
                        : method.invoke(node.broker(), arguments));
        TubeOwnership ownership = new TubeOwnership(shedding, node.store.tubes(), node.store.brokers(), node.timers);
        return new ParkedConsumers(vertx, shedding, ownership, new OutageLog());
    }

    @AfterEach
    void stop() {
        node.close();
        vertx.close().await();
    }

    @Test
    void whoWaitsIsServedByALaterLook() {
        node.produce(TUBE, "a");
        sheds.set(2);
        List<Job> jobs = Node.get(parked.consume(List.of(TUBE), 1, LONG).jobs());
        assertThat(jobs).hasSize(1);
    }

    @Test
    void whoFoundNothingUntilItsEndIsTold() {
        Node.get(node.store.tubes().create(TUBE, TubeSettings.DEFAULT));
        Node.get(node.store.tubes().create(OTHER, TubeSettings.DEFAULT));
        sheds.set(Integer.MAX_VALUE);
        for (List<TubeName> tubes : List.of(List.of(TUBE), List.of(TUBE, OTHER))) {
            for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(50))) {
                assertThatThrownBy(() -> Node.get(parked.consume(tubes, 1, wait).jobs()))
                        .isInstanceOfSatisfying(
                                GrapeException.class,
                                failure -> assertThat(failure.overload()).isEqualTo(OverloadReason.DELAY));
            }
        }
    }
}
