package io.grape.redis;

import static io.grape.catalog.TubeFields.KEEP_FINISHED;
import static io.grape.redis.RepairFixture.bytes;
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
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobResult;
import io.grape.core.job.Payload;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of finished jobs that are kept: what the self-check puts right, who is told of them, and a full Redis. */
final class KeptJobsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(30);

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    @BeforeEach
    void keep() {
        keep(there.here);
    }

    private static void keep(TestStore store) {
        get(store.store().tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.store().tubes().configure(TUBE, TubeSettingsChange.of(KEEP_FINISHED, HOUR)));
    }

    @AfterEach
    void close() {
        there.close();
    }

    private static void finish(TestStore store, String id) {
        Job taken = get(store.takeAsync(id));
        Payload result = Payload.binary(id.getBytes(UTF_8));
        get(store.store()
                .broker()
                .acknowledge(TUBE, new Acknowledgement.Finish(taken.id(), taken.requireLease(), result)));
    }

    private void finished(String... ids) {
        for (String id : ids) {
            get(there.here.produceAsync(id));
            finish(there.here, id);
        }
    }

    private List<String> kept() {
        return get(there.here.store().broker().list(TUBE, new JobQuery(JobState.FINISHED, 1000, null))).jobs().stream()
                .map(job -> job.id().value())
                .sorted()
                .toList();
    }

    private static JobResult result(TestStore store, String id) {
        return get(store.store().results().result(TUBE, new JobId(id)));
    }

    @Test
    void theSelfCheckLeavesWhatIsRightAsItIs() {
        finished("a", "b");
        assertThat(there.round()).isEmpty();
        assertThat(kept()).containsExactly("a", "b");
        there.checkInvariants();
    }

    @Test
    void theSelfCheckCountsTheBytesAnew() {
        finished("a", "b", "c");
        String right = there.field("keptBytes");
        get(there.redis().hset(there.key("tube"), bytes("keptBytes"), bytes("7")));
        assertThat(there.round()).isEmpty();
        assertThat(there.field("keptBytes")).isEqualTo(right);
        there.checkInvariants();
    }

    @Test
    void theSelfCheckListsWhatIsKeptAndForgetsWhatIsNot() {
        finished("a", "b", "c", "d");
        there.remove("done", "a");
        there.drop("f:b");
        get(there.redis().hset(there.key("f:c"), bytes("o"), bytes("garbage")));
        there.add("done", 5, "stranger");
        there.round();
        there.round();
        assertThat(kept()).containsExactly("a", "d");
        there.checkInvariants();
    }

    @Test
    void theSelfCheckForgetsWhatIsKeptOfALiveJob() {
        finished("a");
        byte[] hash = get(there.redis().dump(there.key("f:a")));
        get(there.here.produceAsync("a"));
        get(there.redis().restore(there.key("f:a"), 0, hash));
        there.round();
        assertThat(kept()).isEmpty();
        there.checkInvariants();
    }

    @Test
    void theSelfCheckForgetsWhatIsKeptInATubeThatIsGone() {
        finished("a");
        there.drop("tube");
        there.round();
        assertThat(get(there.redis().exists(there.key("f:a"), there.key("done"))))
                .isZero();
    }

    /** It counts a hundred at a time. */
    @Test
    void jobsMayComeAndGoWhileTheBytesAreCounted() {
        finished(IntStream.range(0, 150).mapToObj(i -> "j" + i).toArray(String[]::new));
        get(there.redis().hset(there.key("tube"), bytes("keptBytes"), bytes("7")));
        List<byte[]> first = get(there.redis().zrange(there.key("done"), 0, 9));
        StoredTube tube = Objects.requireNonNull(
                Stored.read(there.redis(), there.namespace()).tubes().get(TUBE));
        long bytes = first.stream()
                .map(id -> Objects.requireNonNull(tube.kept().get(new String(id, UTF_8))))
                .mapToLong(KeptJob::bytes)
                .sum();
        get(there.redis().hset(there.key("tube"), bytes("recount"), bytes("10 " + bytes)));
        get(there.here.produceAsync(new String(first.get(3), UTF_8)));
        get(there.here.produceAsync("j149"));
        finished("late");
        assertThat(there.round()).isEmpty();
        there.checkInvariants();
    }

    @Test
    void whoWaitsForAResultIsToldOfEachFinish() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        there.here.store().wakeUps().onFinish((tube, ids) -> ids.forEach(id -> heard.add(tube + " " + id)));
        get(there.here.store().wakeUps().subscribe((tube, in) -> {}, () -> {}));
        finished("unwatched");
        get(there.here.produceAsync("with a space"));
        get(there.here.store().results().state(TUBE, new JobId("with a space"), HOUR));
        finish(there.here, "with a space");
        await().atMost(SOON).until(() -> !heard.isEmpty());
        assertThat(heard).containsExactly("orders with a space");
    }

    @Test
    void aFullRedisFinishesJobsAndKeepsNone(@TempDir Path directory) {
        try (RedisNode redis = RedisNode.start(directory, FreePorts.one(), "--maxmemory-policy", "noeviction");
                TestStore store = TestStore.open(redis.uri(), "kept", SOON, StoreListener.NONE);
                RawRedis raw = RawRedis.to(redis.uri())) {
            keep(store);
            store.produce(3);
            finish(store, "job0");
            raw.commands().set("filler", "x".repeat(20_000_000));
            raw.commands().configSet("maxmemory", "1000000");
            assertThat(code(store.produceAsync("one-more", new byte[200_000]))).contains(ErrorCode.OVERLOADED);
            finish(store, "job1");
            assertThat(store.tube().total(TubeCounter.RESULTS_DROPPED)).isEqualTo(1);
            raw.commands().configSet("maxmemory", "0");
            finish(store, "job2");
            assertThat(store.tube().total(TubeCounter.FINISHED)).isEqualTo(3);
            assertThat(store.tube().total(TubeCounter.RESULTS_DROPPED)).isEqualTo(1);
            assertThat(store.tube().counts())
                    .isEqualTo(Map.of(
                            JobState.DELAYED,
                            0L,
                            JobState.READY,
                            0L,
                            JobState.RETAINED,
                            0L,
                            JobState.FAILED,
                            0L,
                            JobState.GATED,
                            0L));
            assertThat(result(store, "job0").state()).isEqualTo(JobState.FINISHED);
            assertThat(code(store.store().results().result(TUBE, new JobId("job1"))))
                    .contains(ErrorCode.JOB_NOT_FOUND);
            assertThat(result(store, "job2").state()).isEqualTo(JobState.FINISHED);
        }
    }
}
