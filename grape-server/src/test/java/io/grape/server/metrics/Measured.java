package io.grape.server.metrics;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A measured broker on the Redis of this run, and its scrape. Knows the tubes that were produced into. */
final class Measured implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(30);

    final String namespace = TestRedis.newNamespace();
    final Set<TubeName> known = ConcurrentHashMap.newKeySet();
    final WatchedTubes tubes;
    final Meters meters;
    final Broker broker;

    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "worker of this test"));
    /** The threads on which gauges were read. */
    final Set<String> readers = ConcurrentHashMap.newKeySet();

    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final Supplier<CompletionStage<String>> scrape;

    Measured(int labels, Duration freshness) {
        tubes = new WatchedTubes(store.tubes());
        meters = new Meters(labels, "test", freshness);
        KeySnapshots keys = new KeySnapshots(store.largestKeys(), freshness);
        broker = new MeteredBroker(store.broker(), meters, TrafficListener.UNHEARD, keys);
        scrape = meters.scrape(
                new MeterSources(tubes, keys, this::readKnown, () -> 3, () -> Duration.ofMillis(1500)), worker);
    }

    private Set<TubeName> readKnown() {
        readers.add(Thread.currentThread().getName());
        return Set.copyOf(known);
    }

    Scrape scrape() {
        return Scrape.read(get(scrape.get()));
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    static NewJob job(String id) {
        return NewJob.of(new JobId(id), Payload.binary(new byte[] {1}));
    }

    void produce(TubeName tube, String... ids) {
        Stream.of(ids).forEach(id -> produce(tube, job(id)));
    }

    void produce(TubeName tube, NewJob job) {
        known.add(tube);
        get(broker.produce(tube, List.of(job))).get(0).get();
    }

    @Override
    public void close() {
        meters.close();
        store.close();
        worker.shutdown();
    }
}
