package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.catalog.TubeFields;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.Seed;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.key.KeyOverride;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.LeaseLog.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two brokers keep the limits of each key together, whatever becomes of workers, leases and brokers. */
class SharedKeyLimitsTest {
    private static final int DELIVERIES = Integer.getInteger("grape.limits.deliveries", 4000);
    private static final Duration TTR = Duration.ofSeconds(1);
    private static final int BROKERS = 2;
    private static final int CONSUMERS = 4;
    private static final int MOST_HELD = 30;
    private static final int JOBS_OF_A_KEY = 30;
    /** A broker dies once in so many rounds of a consumer. */
    private static final int ROUNDS_TO_A_DEATH = 150;

    private final String namespace = "key-limits-" + UUID.randomUUID();
    private final AtomicReferenceArray<TestStore> stores = new AtomicReferenceArray<>(BROKERS);
    private final RawRedis clock = RawRedis.to(TestRedis.uri());
    private final LeaseLog log = new LeaseLog(TTR.toMillis());
    private final AtomicInteger delivered = new AtomicInteger();
    private final AtomicInteger deaths = new AtomicInteger();
    private final Map<String, KeyOverride> limits = new TreeMap<>();

    SharedKeyLimitsTest() {
        for (int i = 0; i < BROKERS; i++) {
            stores.set(i, TestStore.open(TestRedis.uri(), namespace));
        }
        for (int i = 0; i < 8; i++) {
            limit("held-" + i, 1 + i % 4, null, null);
            limit("paced-" + i, null, 20.0 * (1 + i), 1 + 3 * i);
            limit("both-" + i, 1 + i % 3, 100.0, 5);
        }
    }

    private void limit(String key, @Nullable Integer concurrency, @Nullable Double perSecond, @Nullable Integer burst) {
        limits.put(key, new KeyOverride(null, concurrency, perSecond, burst, null, false));
    }

    @AfterEach
    void close() {
        for (int i = 0; i < BROKERS; i++) {
            stores.get(i).close();
        }
        clock.close();
    }

    private long millis() {
        List<String> time = clock.commands().time();
        return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
    }

    private void begin() {
        RedisStore store = stores.get(0).store();
        get(store.tubes()
                .create(TUBE, TubeSettings.DEFAULT.with(TubeFields.TTR, TTR).with(MAX_ATTEMPTS, 0)));
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(KeySteps.FAIR)));
        limits.forEach((key, override) -> get(store.jobKeys().put(TUBE, key, override)));
        refill(store.broker());
    }

    private static NewJob job(String id) {
        String key = id.substring(0, id.indexOf('.'));
        return NewJob.of(new JobId(id), Payload.binary(new byte[1])).tags(new JobTags(key, List.of()));
    }

    /** Puts back what a broker that died has left finished, or among the failed ones. */
    private void refill(Broker broker) {
        for (String key : limits.keySet()) {
            List<NewJob> jobs = new ArrayList<>();
            for (int i = 0; i < JOBS_OF_A_KEY; i++) {
                jobs.add(job(key + "." + i));
            }
            get(broker.produce(TUBE, jobs));
        }
        get(broker.kick(TUBE, 100));
    }

    /**
     * A worker: takes some, ends some of those that it has, and now and then dies with all of them, or its broker
     * does.
     */
    private void work(Random random) {
        List<Entry> held = new ArrayList<>();
        while (delivered.get() < DELIVERIES) {
            int at = random.nextInt(BROKERS);
            try {
                consume(stores.get(at), held, random);
                end(stores.get(at).store().broker(), held, random);
                if (random.nextInt(ROUNDS_TO_A_DEATH) == 0) {
                    held.clear();
                }
                if (random.nextInt(ROUNDS_TO_A_DEATH) == 0) {
                    replace(at);
                }
            } catch (CompletionException | GrapeException e) {
                // The broker died under a call; whether that was done is not known.
                held.clear();
            }
        }
    }

    private void replace(int at) {
        TestStore young = TestStore.open(TestRedis.uri(), namespace);
        stores.getAndSet(at, young).close();
        deaths.incrementAndGet();
        refill(young.store().broker());
    }

    private void consume(TestStore store, List<Entry> held, Random random) {
        if (held.size() < MOST_HELD) {
            List<Job> jobs = store.consume(1 + random.nextInt(10));
            jobs.forEach(job -> held.add(log.delivered(job)));
            delivered.addAndGet(jobs.size());
        }
    }

    private void end(Broker broker, List<Entry> held, Random random) {
        if (held.isEmpty()) {
            return;
        }
        List<Entry> ending = new ArrayList<>();
        for (int i = random.nextInt(held.size() + 1); i > 0; i--) {
            ending.add(held.remove(random.nextInt(held.size())));
        }
        long now = millis();
        if (random.nextInt(10) == 0) {
            touch(broker, ending, now);
            held.addAll(ending);
            return;
        }
        ending.forEach(entry -> entry.endsFrom(now));
        List<ItemResult<Acknowledged>> results = acknowledge(
                broker,
                ending.stream().map(entry -> ack(entry, random.nextInt(8))).toList());
        again(broker, ending, results);
    }

    private static List<ItemResult<Acknowledged>> acknowledge(Broker broker, List<Acknowledgement> acks) {
        return acks.isEmpty() ? List.of() : get(broker.acknowledge(TUBE, acks));
    }

    private void touch(Broker broker, List<Entry> some, long now) {
        List<Acknowledgement> touches = some.stream()
                .<Acknowledgement>map(entry -> new Acknowledgement.Touch(entry.id(), entry.lease()))
                .toList();
        List<ItemResult<Acknowledged>> results = acknowledge(broker, touches);
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).failure() == null) {
                log.touched(some.get(i), now);
            }
        }
    }

    private static Acknowledgement ack(Entry entry, int choice) {
        return switch (choice) {
            case 0 -> new Acknowledgement.Release(entry.id(), entry.lease(), Duration.ZERO, null);
            case 1 -> new Acknowledgement.HandBack(entry.id(), entry.lease(), Duration.ZERO);
            case 2 -> new Acknowledgement.Bury(entry.id(), entry.lease(), "broken", null);
            default -> new Acknowledgement.Finish(entry.id(), entry.lease());
        };
    }

    /** What was finished or failed is there again. */
    private static void again(Broker broker, List<Entry> ended, List<ItemResult<Acknowledged>> results) {
        List<NewJob> jobs = ended.stream()
                .filter(entry -> results.get(ended.indexOf(entry)).failure() == null)
                .map(entry -> job(entry.id().value()))
                .toList();
        if (!jobs.isEmpty()) {
            get(broker.produce(TUBE, jobs));
            get(broker.kick(TUBE, 10));
        }
    }

    @Test
    void theLimitsOfNoKeyAreExceededAndNoDeathUsesThemUp() throws Exception {
        begin();
        ExecutorService threads = Executors.newFixedThreadPool(CONSUMERS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            Random random = new Random(Seed.value() + i);
            running.add(threads.submit(() -> work(random)));
        }
        for (Future<?> consumer : running) {
            consumer.get();
        }
        threads.shutdown();
        log.checkThatNoneIsHeldTwice();
        Map<Object, List<Entry>> ofKeys = log.ofKeys();
        assertThat(ofKeys).containsOnlyKeys(limits.keySet().toArray());
        ofKeys.forEach((key, leases) -> check((String) key, leases));
        System.out.println(log.size() + " deliveries of " + ofKeys.size() + " keys, " + deaths + " deaths of a broker");
    }

    private void check(String key, List<Entry> leases) {
        KeyOverride limit = Objects.requireNonNull(limits.get(key));
        Integer concurrency = limit.concurrency();
        if (concurrency != null) {
            assertThat(LeaseLog.mostAtOnce(leases)).as("leases of %s", key).isBetween(1, concurrency);
        }
        Double perSecond = limit.perSecond();
        if (perSecond != null) {
            LeaseLog.checkPace(key, leases, perSecond, limit.burst());
        }
    }
}
