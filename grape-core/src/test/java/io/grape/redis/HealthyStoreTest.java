package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Acknowledgement.Bury;
import io.grape.core.job.Acknowledgement.Finish;
import io.grape.core.job.Acknowledgement.Release;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where nothing is wrong nothing is put right, whatever happens between a scan and a look. */
final class HealthyStoreTest {
    private static final int WORKERS = 4;
    private static final int IDS = 300;
    private static final int ROUNDS = 20;
    private static final int MAX_ROUNDS = 2000;

    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void underLoadNothingIsPutRight() {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        try (RepairFixture there = new RepairFixture(TestRedis.uri())) {
            RepairTest.produce(there, RepairTest.job("first"));
            Broker broker = there.here.store().broker();
            List<CompletableFuture<Void>> work = IntStream.range(0, WORKERS)
                    .mapToObj(seed -> CompletableFuture.runAsync(() -> work(broker, new Random(seed)), pool))
                    .toList();

            for (int round = 0; round < ROUNDS || there.here.tube().total(TubeCounter.EXPIRED) == 0; round++) {
                assertThat(round).isLessThan(MAX_ROUNDS);
                assertThat(there.round()).as("round " + round).isEmpty();
                assertThat(there.strays()).isZero();
                assertThat(there.here.tube().imbalance()).isZero();
            }

            over.set(true);
            work.forEach(CompletableFuture::join);
            there.checkInvariants();
            assertThat(there.here.tube().total(TubeCounter.FINISHED)).isPositive();
        } finally {
            over.set(true);
            pool.shutdown();
        }
    }

    private void work(Broker broker, Random random) {
        while (!over.get()) {
            get(broker.produce(
                    TUBE,
                    IntStream.range(0, 5).mapToObj(i -> job(random)).distinct().toList()));
            for (Job job : get(broker.consume(TUBE, 4, Duration.ZERO)).jobs()) {
                acknowledge(broker, job, random.nextInt(5));
            }
            get(broker.kick(TUBE, 2));
            get(broker.delete(TUBE, id(random), true).exceptionally(gone -> null));
        }
    }

    private static JobId id(Random random) {
        return new JobId("job" + random.nextInt(IDS));
    }

    private static NewJob job(Random random) {
        return RepairTest.job(id(random).value())
                .priority(1020 + random.nextInt(8))
                .due(Due.after(Duration.ofMillis(random.nextInt(30))))
                .ttr(Duration.ofSeconds(1))
                .onDuplicate(random.nextBoolean() ? OnDuplicate.REPLACE : OnDuplicate.KEEP);
    }

    /** Some hold their jobs until the lease runs out. */
    private static void acknowledge(Broker broker, Job job, int what) {
        List<Acknowledgement> one = switch (what) {
            case 0, 1 -> List.of(new Finish(job.id(), job.requireLease()));
            case 2 -> List.of(new Release(job.id(), job.requireLease(), Duration.ofMillis(5), 1021L));
            case 3 -> List.of(new Bury(job.id(), job.requireLease(), "", null));
            default -> List.of();
        };
        if (what == 4 && job.noe() == 1) {
            get(broker.handBack(TUBE, List.of(job)));
        } else {
            get(broker.acknowledge(TUBE, one));
        }
    }
}
