package io.grape.server.http.v1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.tube.Tubes;
import io.grape.server.address.TrustedProxies;
import io.grape.server.http.FakePorts;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a call waits for a removal. */
class TubeRemovalTest {
    private final Vertx vertx = Vertx.vertx();
    private final CompletableFuture<Void> emptied = new CompletableFuture<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile boolean marked;

    private final Tubes tubes = (Tubes) Proxy.newProxyInstance(
            Tubes.class.getClassLoader(), new Class<?>[] {Tubes.class}, (self, method, arguments) -> {
                if (method.getName().equals("delete")) {
                    return emptied;
                }
                looks.incrementAndGet();
                return CompletableFuture.completedFuture(!marked);
            });

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private Future<Void> removal(Duration patience) {
        Request request = new Request(FakePorts.unspoken(), vertx.getOrCreateContext(), TrustedProxies.NONE, "/");
        return new TubeRemoval(tubes, patience).of(new TubeName("t"), request);
    }

    @Test
    void aTubeThatIsMarkedIsGoneThoughItTakesLongToEmpty() {
        marked = true;
        removal(Duration.ofMillis(1)).await();
        assertThat(emptied).isNotDone();
    }

    @Test
    void aTubeThatIsNotMarkedYetIsWaitedFor() {
        Future<Void> removal = removal(Duration.ofMillis(1));
        await().until(() -> looks.get() == 1);
        assertThat(removal.isComplete()).isFalse();
        emptied.complete(null);
        removal.await();
    }

    @Test
    void aRemovalThatFailsFails() {
        Future<Void> removal = removal(Duration.ofHours(1));
        emptied.completeExceptionally(new GrapeException(ErrorCode.TUBE_NOT_FOUND, "none"));
        assertThatThrownBy(removal::await).isInstanceOf(GrapeException.class);
        assertThat(looks).hasValue(0);
    }
}
