package io.grape.server.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.server.Node;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.TubeOwnership;
import io.vertx.core.Vertx;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Consumers at a broker that sheds their looks. */
class ShedConsumersTest extends ParkedConsumersSteps {
    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger shed = new AtomicInteger();
    private volatile boolean isOverloaded = true;
    private final Broker shedding = (Broker) Proxy.newProxyInstance(
            Broker.class.getClassLoader(), new Class<?>[] {Broker.class}, (proxy, method, given) -> ask(method, given));
    private final ParkedConsumers consumers = new ParkedConsumers(
            vertx,
            shedding,
            new TubeOwnership(shedding, here.store.tubes(), here.store.brokers(), here.timers),
            new OutageLog());

    private Object ask(Method method, Object[] given) throws Throwable {
        if (isOverloaded && method.getName().equals("consume")) {
            shed.incrementAndGet();
            return CompletableFuture.failedStage(GrapeException.overloaded(OverloadReason.DELAY));
        }
        try {
            return method.invoke(here.broker(), given);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @AfterEach
    void stop() {
        consumers.drain().await();
        vertx.close().await();
    }

    /** Nobody looks into a tube that is not there. */
    @BeforeEach
    void makeTubes() {
        for (TubeName tube : List.of(TUBE, OTHER)) {
            there.produce(tube, "first");
            there.consume(tube, 1, Duration.ZERO);
        }
    }

    private void waitsUntilItIsNotShed(TubeName... tubes) {
        CompletionStage<List<Job>> jobs =
                consumers.consume(List.of(tubes), 1, LONG).jobs();
        await().until(() -> shed.get() >= tubes.length && consumers.count() == 1);
        isOverloaded = false;
        there.produce(TUBE, "a");
        assertThat(ids(Node.get(jobs))).containsExactly("a");
    }

    @Test
    void whoWaitsForOneTubeIsNotToldOfIt() {
        waitsUntilItIsNotShed(TUBE);
    }

    @Test
    void norIsWhoWaitsForSome() {
        waitsUntilItIsNotShed(TUBE, OTHER);
    }

    @Test
    void whoDoesNotWaitIs() {
        assertThatThrownBy(() -> Node.get(consumers
                        .consume(List.of(TUBE, OTHER), 1, Duration.ZERO)
                        .jobs()))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED));
    }
}
