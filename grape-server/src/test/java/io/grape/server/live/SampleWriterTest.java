package io.grape.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RunTimes;
import io.grape.core.tube.Sample;
import io.grape.core.tube.SampleRange;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Series;
import io.grape.core.tube.TubeLoad;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of what passes through a broker. */
class SampleWriterTest {
    private static final TubeName TUBE = new TubeName("orders");
    private static final Duration SLOT = Duration.ofMillis(100);

    private final Vertx vertx = Vertx.vertx();
    private final RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace());
    private final Watched samples = new Watched(store.samples());
    private final SampleWriter sampling = new SampleWriter(vertx, samples, SLOT);

    /** Counts what is written, and fails while it is told to. */
    private static final class Watched implements Samples {
        private final Samples behind;
        private final AtomicInteger ofTubes = new AtomicInteger();
        private final AtomicInteger ofAll = new AtomicInteger();
        private volatile boolean away;

        Watched(Samples behind) {
            this.behind = behind;
        }

        private <T> CompletionStage<T> answer(AtomicInteger count, CompletionStage<T> answer) {
            count.incrementAndGet();
            return answer;
        }

        private <T> CompletionStage<T> failure() {
            return CompletableFuture.failedStage(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "away"));
        }

        @Override
        public CompletionStage<Sample> add(TubeName tube, Lateness seen, RunTimes runTimes) {
            return answer(ofTubes, away ? failure() : behind.add(tube, seen, runTimes));
        }

        @Override
        public CompletionStage<Instant> add(Sample sample) {
            return answer(ofAll, away ? failure() : behind.add(sample));
        }

        @Override
        public CompletionStage<Series> of(TubeName tube) {
            return behind.of(tube);
        }

        @Override
        public CompletionStage<Series> ofAll(SampleRange range) {
            return behind.ofAll(range);
        }

        @Override
        public CompletionStage<TubeLoad> load(TubeName tube) {
            return behind.load(tube);
        }
    }

    @AfterEach
    void close() {
        sampling.stop().await();
        vertx.close().await();
        store.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    private void produce(String id) {
        NewJob job = NewJob.of(new JobId(id), Payload.binary(new byte[] {1}));
        get(store.broker().produce(TUBE, List.of(job))).get(0).get();
        sampling.traffic().in(TUBE);
    }

    private long produced(SampleRange range) {
        return get(store.samples().ofAll(range)).since(Instant.EPOCH).count(TubeCounter.PRODUCED);
    }

    private Sample ofTheTube() {
        return get(store.samples().of(TUBE)).since(Instant.EPOCH);
    }

    @Test
    void whatHappenedIsWrittenForTheTubeAndForAll() {
        sampling.start();
        produce("a");
        sampling.traffic().late(TUBE, Duration.ofMillis(3));
        await().until(() -> produced(SampleRange.MONTH) == 1);
        assertThat(ofTheTube().count(TubeCounter.PRODUCED)).isEqualTo(1);
        assertThat(ofTheTube().lateness().boundMillis(1)).hasValue(5);
        produce("b");
        await().until(() -> produced(SampleRange.HOUR) == 2);
    }

    @Test
    void aTubeInWhichNothingHappensCostsNothing() {
        sampling.start();
        produce("a");
        await().until(() -> produced(SampleRange.HOUR) == 1);
        int before = samples.ofAll.get();
        await().until(() -> samples.ofAll.get() > before + 3);
        assertThat(samples.ofTubes).hasValue(1);
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenTheNextTime() {
        samples.away = true;
        sampling.start();
        produce("a");
        sampling.traffic().late(TUBE, Duration.ofMillis(3));
        await().until(() -> samples.ofTubes.get() > 1 && samples.ofAll.get() > 1);
        samples.away = false;
        await().until(() -> produced(SampleRange.HOUR) == 1);
        assertThat(ofTheTube().lateness().count()).isEqualTo(1);
        assertThat(produced(SampleRange.DAY)).isEqualTo(1);
    }

    @Test
    void aBrokerThatStopsWritesWhatItHas() {
        produce("a");
        sampling.stop().await();
        assertThat(produced(SampleRange.HOUR)).isEqualTo(1);
    }

    @Test
    void aTubeThatIsGoneIsForgotten() {
        sampling.traffic().in(new TubeName("gone"));
        sampling.start();
        await().until(() -> samples.ofAll.get() > 2);
        assertThat(samples.ofTubes).hasValue(1);
    }

    @Test
    void manyTubesHaveTheirTurnOneAfterTheOther() {
        ActivityBuffer activity = new ActivityBuffer();
        for (int i = 0; i < ActivityBuffer.MAX_TUBES + 5; i++) {
            activity.in(new TubeName("tube-" + i));
        }
        activity.late(new TubeName("tube-" + ActivityBuffer.MAX_TUBES), Duration.ZERO);
        List<ActivityBuffer.One> first = activity.take(2);
        assertThat(first).extracting(one -> one.tube().value()).containsExactly("tube-0", "tube-1");
        activity.in(new TubeName("tube-0"));
        List<ActivityBuffer.One> rest = activity.take(Integer.MAX_VALUE);
        assertThat(rest).hasSize(ActivityBuffer.MAX_TUBES - 1);
        assertThat(rest.get(rest.size() - 1).tube().value()).isEqualTo("tube-0");
        assertThat(activity.take(1)).isEmpty();
    }
}
