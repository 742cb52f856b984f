package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Broker;
import io.grape.core.BrokerContract;
import io.grape.core.Tubes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The law over the storage. A subclass names the Redis. */
public abstract class RedisContract extends BrokerContract {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final String namespace = TestRedis.newNamespace();
    private RedisStore store;
    private Topology topology;

    /** A Redis of any shape. */
    protected abstract String uri();

    @BeforeAll
    final void connect() {
        store = TestRedis.open(uri(), namespace);
        topology = Topology.connect(uri(), TIMEOUT);
    }

    @AfterAll
    final void disconnect() {
        topology.close();
        store.close();
    }

    @Override
    public final Broker broker() {
        return store.broker();
    }

    @Override
    public final Tubes tubes() {
        return store.tubes();
    }

    @Override
    public final void timeIs(Instant now) {
        byte[] key = SettableClock.key(namespace, tube()).getBytes(UTF_8);
        get(topology.route(new byte[0])
                .join()
                .set(key, Long.toString(now.toEpochMilli()).getBytes(UTF_8)));
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
