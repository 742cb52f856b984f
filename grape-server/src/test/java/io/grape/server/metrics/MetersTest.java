package io.grape.server.metrics;

import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.server.metrics.Measured.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement.Finish;
import io.grape.core.job.Acknowledgement.Release;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.SettableClock;
import io.grape.redis.TestRedis;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetersTest {
    private static final TubeName A = new TubeName("a");
    private static final TubeName B = new TubeName("b");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Measured here = new Measured(2, Duration.ZERO);

    @AfterEach
    void close() {
        here.close();
    }

    @Test
    void jobsAreCountedByTubeAndState() {
        here.produce(A, "1", "2", "3");
        here.produce(A, Measured.job("later").due(Due.after(Duration.ofHours(1))));
        get(here.broker.consume(A, 1, Duration.ZERO));

        Scrape seen = here.scrape();

        assertThat(seen.value("grape_jobs{state=\"delayed\",tube=\"a\"}")).isEqualTo(1);
        assertThat(seen.value("grape_jobs{state=\"ready\",tube=\"a\"}")).isEqualTo(2);
        assertThat(seen.value("grape_jobs{state=\"retained\",tube=\"a\"}")).isEqualTo(1);
        assertThat(seen.value("grape_jobs{state=\"failed\",tube=\"a\"}")).isZero();
        assertThat(seen.value("grape_tubes")).isEqualTo(1);
        assertThat(seen.value("grape_consumers_parked")).isEqualTo(3);
        assertThat(seen.value("grape_loop_age_seconds")).isEqualTo(1.5);
    }

    @Test
    void timesAreThoseOfRedisToTheMillisecond() {
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            SettableClock clock = SettableClock.of(redis.sync(), here.namespace, A, START);
            here.produce(A, Measured.job("1").due(Due.after(Duration.ofSeconds(2))));
            here.produce(A, Measured.job("2").due(Due.at(START.minusSeconds(3600))));
            clock.advance(Duration.ofMillis(2500));
            assertThat(here.scrape().value("grape_oldest_ready_age_seconds{tube=\"a\"}"))
                    .isGreaterThan(0.499);
            List<Job> jobs = get(here.broker.consume(A, 2, Duration.ZERO)).jobs();
            clock.advance(Duration.ofSeconds(3));
            jobs.forEach(job -> finish(job.id(), job.requireLease()));
        } finally {
            client.shutdown();
        }

        Scrape seen = here.scrape();

        assertThat(seen.value("grape_lateness_seconds_count{keys=\"\",tube=\"a\"}"))
                .isEqualTo(2);
        assertThat(seen.value("grape_lateness_seconds_sum{keys=\"\",tube=\"a\"}"))
                .isEqualTo(0.5 + 2.5);
        assertThat(seen.value("grape_lateness_seconds_bucket{keys=\"\",tube=\"a\",le=\"0.5\"}"))
                .isEqualTo(1);
        assertThat(seen.value("grape_run_time_seconds_count")).isEqualTo(2);
        assertThat(seen.value("grape_run_time_seconds_sum")).isEqualTo(6);
        assertThat(seen.value("grape_oldest_ready_age_seconds{tube=\"a\"}")).isZero();
    }

    @Test
    void whetherALatenessTargetIsMissedIsToldOfTubesThatStateOne() {
        TubeName c = new TubeName("c");
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            SettableClock clock = SettableClock.of(redis.sync(), here.namespace, A, START);
            here.produce(A, "1");
            here.produce(B, "1");
            here.produce(c, "1");
            assertThat(here.scrape().names(MetersTest::isOfTarget)).isEmpty();
            for (TubeName tube : List.of(A, c)) {
                get(here.tubes.configure(tube, TubeSettingsChange.of(LATENESS_TARGET, Duration.ofHours(1))));
            }
            assertThat(here.scrape().value("grape_lateness_target_missed{tube=\"a\"}"))
                    .isZero();
            clock.advance(Duration.ofHours(1).plusMillis(1));
        } finally {
            client.shutdown();
        }
        Scrape seen = here.scrape();
        assertThat(seen.value("grape_lateness_target_missed{tube=\"a\"}")).isEqualTo(1);
        assertThat(seen.value("grape_lateness_target_missed{tube=\"_other\"}")).isZero();
        assertThat(seen.value("grape_lateness_target_missed{tube=\"b\"}")).isNaN();
        here.tubes.failing = true;
        assertThat(here.scrape().names(MetersTest::isOfTarget)).isEmpty();
    }

    private static boolean isOfTarget(String name) {
        return name.startsWith("grape_lateness_target_missed{");
    }

    @Test
    void leasesThatRanOutAreCountedWhoeverEndsThemAndWhenever() {
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            SettableClock clock = SettableClock.of(redis.sync(), here.namespace, A, START);
            here.produce(A, "1", "2");
            get(here.broker.consume(A, 2, Duration.ZERO));
            clock.advance(Duration.ofMinutes(2));
            get(here.broker.consume(A, 1, Duration.ZERO));
        } finally {
            client.shutdown();
        }
        assertThat(here.scrape().value("grape_leases_expired_total{tube=\"a\"}"))
                .isEqualTo(2);
        assertThat(here.scrape().value("grape_leases_expired_total{tube=\"a\"}"))
                .isEqualTo(2);
        here.tubes.failing = true;
        assertThat(here.scrape().names(name -> name.startsWith("grape_leases_expired")))
                .isEmpty();
    }

    @Test
    void leasesOfTubesWithoutALabelAreCountedAsTheyAreSeenToRunOut() {
        TubeName c = new TubeName("c");
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            SettableClock clock = SettableClock.of(redis.sync(), here.namespace, c, START);
            here.produce(A, "1");
            here.produce(B, "1");
            here.produce(c, "1");
            get(here.broker.consume(c, 1, Duration.ZERO));
            assertThat(here.scrape().value("grape_leases_expired_total{tube=\"_other\"}"))
                    .isZero();
            clock.advance(Duration.ofMinutes(2));
            get(here.broker.consume(c, 1, Duration.ZERO));
        } finally {
            client.shutdown();
        }
        assertThat(here.scrape().value("grape_leases_expired_total{tube=\"_other\"}"))
                .isEqualTo(1);
    }

    @Test
    void theTotalsOfATubeAreCountersAndAddUp() {
        here.produce(A, "1", "2", "3");
        Job job = get(here.broker.consume(A, 1, Duration.ZERO)).jobs().get(0);
        finish(job.id(), job.requireLease());
        get(here.broker.delete(A, new JobId("2"), false));

        Scrape seen = here.scrape();

        assertThat(seen.value(event("produced", "a"))).isEqualTo(3);
        assertThat(seen.value(event("finished", "a"))).isEqualTo(1);
        assertThat(seen.value(event("deleted", "a"))).isEqualTo(1);
        assertThat(seen.value(event("discarded", "a"))).isZero();
        assertThat(seen.value(event("consumed", "a"))).isNaN();
        assertThat(seen.value("grape_imbalance{tube=\"a\"}")).isZero();
    }

    @Test
    void aJobThatVanishesIsAnImbalanceAndOneTubesHidesNoOthers() {
        List.of("a", "b", "c", "d").forEach(tube -> here.produce(new TubeName(tube), "1"));
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            redis.sync().del(here.namespace + ":{a}:delay", here.namespace + ":{c}:delay");
            redis.sync().zadd(here.namespace + ":{d}:delay", 0, "no-job");
        } finally {
            client.shutdown();
        }

        Scrape seen = here.scrape();

        assertThat(seen.value("grape_imbalance{tube=\"a\"}")).isEqualTo(1);
        assertThat(seen.value("grape_imbalance{tube=\"b\"}")).isZero();
        assertThat(seen.value("grape_imbalance{tube=\"_other\"}")).isEqualTo(2);
    }

    @Test
    void operationsAreCountedByWhatCameOfThem() {
        here.produce(A, "1", "2");
        here.produce(A, "1");
        Job job = get(here.broker.consume(A, 1, Duration.ZERO)).jobs().get(0);
        get(here.broker.consume(B, 1, Duration.ZERO));
        get(here.broker.acknowledge(
                A,
                List.of(
                        new Release(job.id(), new Lease(1), Duration.ZERO, null),
                        new Finish(job.id(), job.requireLease()),
                        new Finish(new JobId("none"), new Lease(1)))));
        get(here.broker.kick(A, new JobId("2"), Duration.ZERO));
        get(here.broker.kick(A, 10));
        assertThat(here.broker.delete(A, new JobId("none"), false).toCompletableFuture())
                .failsWithin(Measured.SOON);
        get(here.broker.delete(A, new JobId("2"), false));

        Scrape seen = here.scrape();

        assertThat(seen.names(name -> name.startsWith("grape_operations_total")))
                .allSatisfy(name -> assertThat(seen.value(name))
                        .as(name)
                        .isEqualTo(name.contains("\"produce\"") && name.contains("\"ok\"") ? 2 : 1))
                .containsExactlyInAnyOrder(
                        operation("produce", "ok", "a"),
                        operation("produce", "exists", "a"),
                        operation("consume", "ok", "a"),
                        operation("consume", "empty", "_other"),
                        operation("release", "lease_lost", "a"),
                        operation("finish", "ok", "a"),
                        operation("finish", "job_not_found", "a"),
                        operation("kick", "unchanged", "a"),
                        operation("kick", "empty", "a"),
                        operation("delete", "job_not_found", "a"),
                        operation("delete", "ok", "a"));
    }

    @Test
    void jobsThatNobodyGotAreCounted() {
        here.produce(A, "1", "2");
        get(here.broker.handBack(
                A, get(here.broker.consume(A, 2, Duration.ZERO)).jobs()));
        assertThat(here.scrape().value("grape_handed_back_total")).isEqualTo(2);
    }

    @Test
    void callsToRedisAreTimedByWhatTheyWere() {
        here.meters.redisCalled("produce", Duration.ofMillis(3), true);
        here.meters.redisCalled("produce", Duration.ofMillis(5), false);
        Scrape seen = here.scrape();
        assertThat(seen.value("grape_redis_calls_seconds_sum{call=\"produce\",outcome=\"ok\"}"))
                .isEqualTo(0.003);
        assertThat(seen.value("grape_redis_calls_seconds_sum{call=\"produce\",outcome=\"failed\"}"))
                .isEqualTo(0.005);
    }

    private void finish(JobId id, Lease lease) {
        get(here.broker.acknowledge(A, List.of(new Finish(id, lease)))).get(0).get();
    }

    private static String event(String event, String tube) {
        return "grape_tube_jobs_total{event=\"" + event + "\",tube=\"" + tube + "\"}";
    }

    private static String operation(String verb, String result, String tube) {
        return "grape_operations_total{result=\"" + result + "\",tube=\"" + tube + "\",verb=\"" + verb + "\"}";
    }
}
