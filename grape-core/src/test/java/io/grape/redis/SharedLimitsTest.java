package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.Seed;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several brokers keep the limits of a tube together, whatever becomes of the leases. */
class SharedLimitsTest {
    private static final String FORGOTTEN = "forgotten-";
    private static final int CONSUMERS = 4;
    private static final int CONCURRENCY = 7;
    private static final int DELIVERIES = Integer.getInteger("grape.limits.deliveries", 4000);

    private final String namespace = "limits-" + UUID.randomUUID();
    private final TestStore here = TestStore.open(TestRedis.uri(), namespace);
    private final TestStore there = TestStore.open(TestRedis.uri(), namespace);
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger delivered = new AtomicInteger();

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private void limit(TubeLimits limits) {
        get(here.store().tubes().create(TUBE, TubeSettings.DEFAULT));
        get(here.store().tubes().configure(TUBE, TubeSettingsChange.of(limits).and(MAX_ATTEMPTS, 0)));
    }

    private void consume(TestStore store, Random random) {
        while (delivered.get() < DELIVERIES) {
            List<Job> jobs = store.consume(1 + random.nextInt(10));
            delivered.addAndGet(jobs.size());
            most.accumulateAndGet(held.addAndGet(jobs.size()), Math::max);
            for (Job job : jobs) {
                held.decrementAndGet();
                end(store.store().broker(), job, random.nextInt(100));
            }
        }
    }

    /** Those of consumers that die are forgotten: their leases run out. */
    private static void end(Broker broker, Job job, int choice) {
        JobId id = job.id();
        Lease lease = job.requireLease();
        if (id.value().startsWith(FORGOTTEN)) {
            return;
        }
        if (choice > 30) {
            get(broker.acknowledge(TUBE, List.of(new Acknowledgement.Finish(id, lease))));
            get(broker.produce(TUBE, List.of(job(id.value()))));
        } else if (choice > 20) {
            get(broker.acknowledge(TUBE, List.of(new Acknowledgement.Release(id, lease, Duration.ZERO, null))));
        } else if (choice > 10) {
            get(broker.acknowledge(TUBE, List.of(new Acknowledgement.HandBack(id, lease, Duration.ZERO))));
        } else {
            get(broker.acknowledge(TUBE, List.of(new Acknowledgement.Bury(id, lease, "broken", null))));
            get(broker.kick(TUBE, id, Duration.ZERO));
        }
    }

    private static NewJob job(String id) {
        return NewJob.of(new JobId(id), Payload.binary(new byte[1]));
    }

    @Test
    void theConcurrencyIsNeverExceededAndNoCrashUsesItUp() throws Exception {
        limit(new TubeLimits(CONCURRENCY, null, null, null, null));
        here.produce(100);
        for (int i = 0; i < 2; i++) {
            NewJob forgotten = job(FORGOTTEN + i).ttr(Duration.ofSeconds(1));
            get(here.store().broker().produce(TUBE, List.of(forgotten)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(CONSUMERS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            TestStore store = i % 2 == 0 ? here : there;
            Random random = new Random(Seed.value() + i);
            running.add(threads.submit(() -> consume(store, random)));
        }
        for (Future<?> consumer : running) {
            consumer.get();
        }
        threads.shutdown();
        assertThat(most.get()).isLessThanOrEqualTo(CONCURRENCY);
        assertThat(delivered.get()).isGreaterThanOrEqualTo(DELIVERIES);
    }

    @Test
    void inNoTimeAreThereMoreDeliveriesThanABurstAndTheRate() {
        int burst = 20;
        double perSecond = 300;
        limit(new TubeLimits(null, perSecond, burst, null, null));
        here.produce(900);
        List<Long> granted = new ArrayList<>();
        for (int turn = 0; granted.size() < 900; turn++) {
            TestStore store = turn % 2 == 0 ? here : there;
            for (Job job : store.consume(1 + turn % 50)) {
                granted.add(job.requireLease().grantedAtMillis());
            }
        }
        Collections.sort(granted);
        for (int first = 0; first < granted.size(); first++) {
            for (int last = first; last < granted.size(); last++) {
                double allowed = burst + (granted.get(last) - granted.get(first)) * perSecond / 1000;
                assertThat((double) last - first + 1)
                        .as("deliveries %d to %d", first, last)
                        .isLessThanOrEqualTo(allowed);
            }
        }
    }
}
