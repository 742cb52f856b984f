package io.grape.redis;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a dedup window is for, what it costs, and what becomes of it in a full Redis. */
final class DedupTest {
    private static final String NAMESPACE = "dedup";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MAX_BYTES_OF_AN_ID = 100;

    @TempDir
    private Path directory;

    private RedisNode redis;
    private TestStore store;
    private RawRedis raw;

    @BeforeEach
    void start() {
        redis = RedisNode.start(directory, FreePorts.one(), "--maxmemory-policy", "noeviction");
        store = TestStore.open(redis.uri(), NAMESPACE, SOON, StoreListener.NONE);
        raw = RawRedis.to(redis.uri());
        get(store.store().tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.store().tubes().configure(TUBE, TubeSettingsChange.of(DEDUP_WINDOW, HOUR)));
    }

    @AfterEach
    void stop() {
        raw.close();
        store.close();
        redis.close();
    }

    private Produced produce(String id) {
        NewJob job = NewJob.of(new JobId(id), Payload.binary(id.getBytes(UTF_8)));
        return get(store.store().broker().produce(TUBE, List.of(job))).get(0).get();
    }

    private void finishAll() {
        for (var jobs = store.consume(1000); !jobs.isEmpty(); jobs = store.consume(1000)) {
            store.finish(jobs);
        }
    }

    @Test
    void aProduceWhoseAnswerWasLostIsMadeAgainWithoutASecondJob() throws IOException {
        produce("earlier");
        try (LossyWire wire = LossyWire.to(redis.port());
                TestStore far = TestStore.open(wire.uri(), NAMESPACE, SOON, StoreListener.NONE)) {
            wire.loseAnswers();
            CompletionStage<?> produced = far.produceAsync("a");
            await().atMost(SOON).until(() -> store.tube().total(TubeCounter.PRODUCED) == 2);
            wire.breakConnections();
            assertThat(code(produced)).contains(ErrorCode.STORE_UNAVAILABLE);
            finishAll();

            far.awaitUsable();
            get(far.produceAsync("a"));
            assertThat(produce("a")).isEqualTo(new Produced(new JobId("a"), JobState.FINISHED, false, null));
            assertThat(store.consume(10)).isEmpty();
            assertThat(store.tube().total(TubeCounter.PRODUCED)).isEqualTo(2);
        }
    }

    @Test
    void anIdTakesAHundredBytesAtMost() {
        int ids = 20_000;
        for (int from = 0; from < ids; from += 1000) {
            List<NewJob> jobs = IntStream.range(0, 1000)
                    .mapToObj(i -> NewJob.of(new JobId(UUID.randomUUID().toString()), Payload.binary(new byte[0])))
                    .toList();
            get(store.store().broker().produce(TUBE, jobs)).forEach(outcome -> outcome.get());
            finishAll();
        }
        List<String> sets = raw.commands().keys("*}:seen:*");
        long bytes =
                sets.stream().mapToLong(set -> raw.commands().memoryUsage(set)).sum();
        long members = sets.stream().mapToLong(set -> raw.commands().scard(set)).sum();
        assertThat(members).isEqualTo(ids);
        assertThat(bytes / ids).isLessThanOrEqualTo(MAX_BYTES_OF_AN_ID);
    }

    /** Their sets end at other times than ours, and there may be any number of them. */
    @Test
    void idsThatAnEarlierReleaseRememberedAreRemembered() {
        produce("own");
        finishAll();
        String own = raw.commands().keys("*}:seen:*").get(0);
        String sets = own.substring(0, own.lastIndexOf(':'));
        long now = System.currentTimeMillis();
        for (int i = 0; i <= 30; i++) {
            long end = i == 0 ? now - 1 : now + i * 151_200_007L;
            raw.commands().zadd(sets, (double) end, Long.toString(end));
            raw.commands().sadd(sets + ":" + end, "old-" + i);
        }
        for (int i = 1; i <= 30; i++) {
            assertThat(produce("old-" + i).state()).as("old-%d", i).isEqualTo(JobState.FINISHED);
        }
        assertThat(produce("old-0").created()).isTrue();
        assertThat(raw.commands().exists(sets + ":" + (now - 1))).isZero();
    }

    @Test
    void aFullRedisRemembersIdsUntilItIsALittleMoreThanFull() {
        produce("a");
        produce("b");
        produce("c");
        raw.commands().set("filler", "x".repeat(20_000_000));
        setMemory(used());
        assertThat(code(store.produceAsync("one-more", new byte[200_000]))).contains(ErrorCode.OVERLOADED);
        finish("a");
        setMemory(used() / 2);
        finish("b");
        assertThat(store.tube().total(TubeCounter.DEDUP_IDS_DROPPED)).isEqualTo(1);
        assertThat(store.tube().total(TubeCounter.FINISHED)).isEqualTo(2);
        setMemory(0);
        finish("c");
        assertThat(produce("a").state()).isEqualTo(JobState.FINISHED);
        assertThat(produce("b").created()).isTrue();
        assertThat(produce("c").state()).isEqualTo(JobState.FINISHED);
    }

    private void finish(String id) {
        store.finish(List.of(get(store.takeAsync(id))));
    }

    /** What comes and goes with the connections is far less than 2 % of it. */
    private long used() {
        return raw.commands()
                .info("memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private void setMemory(long bytes) {
        raw.commands().configSet("maxmemory", Long.toString(bytes));
    }
}
