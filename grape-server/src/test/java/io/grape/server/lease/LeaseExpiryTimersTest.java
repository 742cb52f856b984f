package io.grape.server.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Tubes;
import io.grape.server.FakePort;
import io.grape.server.LogLines;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When tubes are looked at, and what is told of looks that fail. */
@Tag("slow")
class LeaseExpiryTimersTest {
    private static final TubeName TUBE = new TubeName("orders");
    private static final TubeName OTHER = new TubeName("other");
    private static final ExpiryPass NOTHING = new ExpiryPass(0, null);

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger timers = new AtomicInteger();
    private final List<TubeName> looks = new CopyOnWriteArrayList<>();
    private final Map<TubeName, CompletableFuture<ExpiryPass>> held = new ConcurrentHashMap<>();
    private final Set<TubeName> fine = ConcurrentHashMap.newKeySet();
    private volatile boolean away;
    private final LeaseExpiryTimers watches = new LeaseExpiryTimers(
            countingTimers(),
            FakePort.of(Tubes.class, Map.of("expireLeases", of -> expireLeases((TubeName) of[0]))),
            new OutageLog());

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private CompletionStage<ExpiryPass> expireLeases(TubeName tube) {
        looks.add(tube);
        if (away) {
            return CompletableFuture.failedFuture(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "Redis is away"));
        }
        fine.add(tube);
        return held.getOrDefault(tube, CompletableFuture.completedFuture(NOTHING));
    }

    private Vertx countingTimers() {
        return (Vertx) Proxy.newProxyInstance(
                Vertx.class.getClassLoader(), new Class<?>[] {Vertx.class}, (self, method, arguments) -> {
                    if (method.getName().equals("setTimer")) {
                        timers.incrementAndGet();
                    }
                    return method.invoke(vertx, arguments);
                });
    }

    @Test
    void whoAsksDuringALookIsServedByOneMoreAfterIt() {
        CompletableFuture<ExpiryPass> first = new CompletableFuture<>();
        held.put(TUBE, first);
        for (int i = 0; i < 5; i++) {
            watches.look(TUBE);
        }
        watches.look(OTHER);
        await().until(() -> looks.contains(OTHER));
        assertThat(looks).containsExactly(TUBE, OTHER);
        assertThat(timers).hasValue(0);

        held.remove(TUBE);
        first.complete(NOTHING);
        await().until(() -> looks.size() == 3);
        watches.look(OTHER);
        await().until(() -> looks.size() == 4);
        assertThat(looks).containsExactly(TUBE, OTHER, TUBE, OTHER);
        assertThat(timers).hasValue(0);
    }

    @Test
    void anOutageIsToldOnceAndItsEndOnceHoweverManyTubesThereAre() {
        List<TubeName> tubes =
                IntStream.range(0, 200).mapToObj(i -> new TubeName("t" + i)).toList();
        try (LogLines log = LogLines.of(OutageLog.class, LeaseExpiryTimers.class)) {
            away = true;
            tubes.forEach(watches::look);
            await().until(() -> looks.size() > 2 * tubes.size());
            assertThat(log.seen()).containsExactly("WARN Redis is away, trying again until it can");
            away = false;
            await().until(() -> log.seen().size() == 2);
            assertThat(fine).containsAll(tubes);
            assertThat(log.seen().get(1)).isEqualTo("INFO Redis can be used again");
        }
    }
}
