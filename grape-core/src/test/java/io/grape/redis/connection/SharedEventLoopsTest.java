package io.grape.redis.connection;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store on the event loop of its callers, on a real Redis. */
class SharedEventLoopsTest {
    private static final TubeName TUBE = new TubeName("turn");
    private static final int CALLS = 50;

    private final AtomicInteger runs = new AtomicInteger();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final RedisStore store = RedisStore.open(
            TestRedis.options(TestRedis.uri(), TestRedis.newNamespace()),
            (call, duration, succeeded) -> runs.incrementAndGet(),
            loops);

    @AfterEach
    void close() {
        store.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static NewJob job(int number) {
        return NewJob.of(id("j" + number), Payload.binary(("payload " + number).getBytes(UTF_8)));
    }

    @Test
    void callsOfOneTurnShareARunThoughNothingIsOnTheWay() throws InterruptedException, ExecutionException {
        Broker broker = store.broker();
        get(broker.produce(TUBE, List.of(job(CALLS))));
        runs.set(0);
        CompletableFuture<?>[] calls = loops.submit(() -> IntStream.range(0, CALLS)
                        .mapToObj(number ->
                                broker.produce(TUBE, List.of(job(number))).toCompletableFuture())
                        .toArray(CompletableFuture<?>[]::new))
                .get();
        get(CompletableFuture.allOf(calls));
        assertThat(runs).hasValue(1);
        assertThat(get(broker.consume(TUBE, 100, Duration.ZERO)).jobs()).hasSize(CALLS + 1);
    }

    @Test
    void theAnswerComesOnTheLoop() throws InterruptedException, ExecutionException {
        CompletionStage<Boolean> answered = loops.submit(
                        () -> store.check().thenApply(done -> loops.next().inEventLoop()))
                .get();
        assertThat(get(answered)).isTrue();
    }

    @Test
    void theLoopsOutliveTheStore() throws InterruptedException, ExecutionException {
        store.close();
        assertThat(loops.submit(() -> CALLS).get()).isEqualTo(CALLS);
    }
}
