package io.grape.server;

import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.TestRedis;
import io.grape.server.lease.HeartbeatContext;
import io.grape.server.lease.LeaseExpiryTimers;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.RegistryHeartbeat;
import io.grape.server.lease.TubeOwnership;
import io.grape.server.parking.ParkedConsumers;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** A broker without listeners: what stands behind them, on the Redis of this run. */
public final class Node implements AutoCloseable {
    private static final Duration BEAT = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration DEAD_AFTER = Duration.ofSeconds(6);
    private static final long PATIENCE_SECONDS = 30;

    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

    final Vertx vertx = Vertx.vertx();
    public final RedisStore store;
    public final LeaseExpiryTimers timers;
    public final TubeOwnership ownership;
    public final RegistryHeartbeat heartbeat;
    public final ParkedConsumers parked;

    private Node(String namespace, boolean hints) {
        store = RedisStore.open(
                new RedisStoreOptions(
                        TestRedis.uri(), namespace, UUID.randomUUID().toString(), TIMEOUT, DEAD_AFTER),
                (call, duration, succeeded) ->
                        calls.computeIfAbsent(call, name -> new LongAdder()).increment());
        OutageLog outage = new OutageLog();
        timers = new LeaseExpiryTimers(vertx, store.tubes(), outage);
        ownership = new TubeOwnership(store.broker(), store.tubes(), store.brokers(), timers);
        heartbeat = new RegistryHeartbeat(
                vertx, new HeartbeatContext(store.tubes(), store.brokers(), ownership, timers, outage), BEAT);
        parked = new ParkedConsumers(vertx, store.broker(), ownership, outage);
        heartbeat.start().await();
        if (hints) {
            get(parked.listen(store.wakeUps()));
        }
    }

    public static Node start(String namespace) {
        return new Node(namespace, true);
    }

    /** One whose hints all get lost. */
    public static Node deaf(String namespace) {
        return new Node(namespace, false);
    }

    /** How often it has called a script or command of this name. */
    public long calls(String name) {
        LongAdder count = calls.get(name);
        return count == null ? 0 : count.sum();
    }

    /** How often it has called Redis at all. */
    public long calls() {
        return calls.values().stream().mapToLong(LongAdder::sum).sum();
    }

    public Broker broker() {
        return store.broker();
    }

    public static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    public void produce(TubeName tube, String id) {
        produce(tube, NewJob.of(new JobId(id), Payload.binary(new byte[] {1})));
    }

    public void produce(TubeName tube, NewJob job) {
        get(broker().produce(tube, List.of(job))).get(0).get();
    }

    public ItemResult<Acknowledged> acknowledge(TubeName tube, Acknowledgement one) {
        return get(broker().acknowledge(tube, List.of(one))).get(0);
    }

    public List<Job> consume(TubeName tube, int max, Duration wait) {
        return get(parked.consume(List.of(tube), max, wait).jobs());
    }

    /** Goes without a word, as a killed process does: its connections close, nothing is said to anybody. */
    public void die() {
        store.close();
        vertx.close().await();
    }

    @Override
    public void close() {
        parked.drain().await();
        vertx.close().await();
        store.close();
    }
}
