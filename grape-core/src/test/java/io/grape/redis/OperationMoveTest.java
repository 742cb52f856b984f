package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.StoreListener;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens between the steps of a move: it is cut off, or somebody takes a job. */
class OperationMoveTest extends OperationSteps {
    private static final TubeName THERE = new TubeName("there");
    private static final String MOVE = "the-operation";

    private final RedisClientHandle client = RedisClientHandle.connect(TestRedis.uri(), Duration.ofSeconds(10));
    private final RedisClusterAsyncCommands<byte[], byte[]> redis =
            client.links().route(new byte[0]).join();
    private final ScriptRunner runner = new ScriptRunner(
            client.links(), Duration.ofSeconds(10), StoreListener.NONE, script -> script.text(Script.CLOCK));
    private final Keys keys = new Keys(namespace);

    @BeforeEach
    void createTheOtherTube() {
        get(store.tubes().create(THERE, TubeSettings.DEFAULT));
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    private static OperationRequest move() {
        return new OperationRequest(
                OperationKind.MOVE,
                TestStore.TUBE,
                JobState.READY,
                null,
                DueWindow.ANY,
                TagFilter.ANY,
                null,
                null,
                Duration.ZERO,
                THERE,
                null,
                null);
    }

    private Tube there() {
        return get(store.tubes().describe(THERE));
    }

    private Reply run(String script, TubeName tube, Object... arguments) {
        Args args = new Args().add(keys.tube(tube).jobPrefix());
        for (Object one : arguments) {
            if (one instanceof byte[] bytes) {
                args.add(bytes);
            } else {
                args.add(one.toString());
            }
        }
        Reply reply = get(runner.run(Script.ofTube(script), keys.tube(tube).keys(), args));
        assertThat(reply.code()).isEqualTo("OK");
        return reply;
    }

    private Reply makeThere(Reply read) {
        return run(
                "move_in",
                THERE,
                keys.hints(),
                THERE,
                MOVE,
                TestStore.TUBE,
                "ready",
                read.bytes(2),
                read.bytes(4),
                read.bytes(5));
    }

    /** Reads the one job that there is as a slice does, and makes it in the other tube. Returns what was read. */
    private Reply readAndMake(long mark) {
        Reply read = run("move_out", TestStore.TUBE, "ready", mark, 1, "", "", 1_000_000, "a");
        assertThat(makeThere(read).text(1)).isEqualTo("1");
        return read;
    }

    private Reply remove(long mark) {
        return run(
                "apply_operation",
                TestStore.TUBE,
                keys.hints(),
                TestStore.TUBE,
                "move",
                "ready",
                mark,
                1,
                0,
                "",
                "",
                "a");
    }

    private long mark() {
        return run("mark", TestStore.TUBE).number(2);
    }

    @Test
    void aSliceThatWasCutOffIsRepeated() {
        produce("a", Duration.ZERO, 1024);
        long mark = mark();
        Reply read = readAndMake(mark);
        assertThat(makeThere(read).text(1)).isEqualTo("1");
        Reply removed = remove(mark);
        assertThat(List.of(removed.number(1), removed.number(2))).containsExactly(1L, 0L);
        assertThat(count(JobState.READY)).isZero();
        assertThat(there().totals()).containsEntry(TubeCounter.PRODUCED, 1L);
        assertThat(there().count(JobState.READY)).isEqualTo(1);
    }

    @Test
    void aJobThatIsTakenInBetweenStaysHereOnly() {
        produce("a", Duration.ZERO, 1024);
        long mark = mark();
        Reply read = readAndMake(mark);
        Job taken = here.consume(1).get(0);
        Reply removed = remove(mark);
        assertThat(removed.text(3)).isEqualTo("a");
        assertThat(removed.number(4)).isEqualTo(read.number(3));
        run("move_back", THERE, MOVE, "a", removed.number(4));
        assertThat(there().count(JobState.READY)).isZero();
        assertThat(there().totals()).containsEntry(TubeCounter.MOVED, 1L);
        here.finish(List.of(taken));
    }

    @Test
    void aJobThatIsTakenInBothTubesStaysInBoth() {
        produce("a", Duration.ZERO, 1024);
        long mark = mark();
        readAndMake(mark);
        here.consume(1);
        get(store.broker().consume(THERE, 1, Duration.ZERO));
        run("move_back", THERE, MOVE, "a", remove(mark).number(4));
        assertThat(there().count(JobState.RETAINED)).isEqualTo(1);
        assertThat(count(JobState.RETAINED)).isEqualTo(1);
    }

    /** Somebody else's job of that id there is not taken for a moved one. */
    @Test
    void whatAnotherOperationMovedIsSkipped() {
        produce("a", Duration.ZERO, 1024);
        get(store.broker().produce(THERE, List.of(NewJob.of(new JobId("a"), Payload.binary(new byte[] {2})))));
        byte[] key = (namespace + ":{there}:j:a").getBytes(UTF_8);
        get(redis.hset(key, "o".getBytes(UTF_8), "another".getBytes(UTF_8)));
        Operation done = run(move());
        assertThat(List.of(done.done(), done.skipped())).containsExactly(0L, 1L);
        assertThat(count(JobState.READY)).isEqualTo(1);
    }

    @Test
    void moveKeepsTheLimitOfTheTargetTube() {
        TubeLimits limits = new TubeLimits(null, null, null, 5L, null);
        get(store.tubes().configure(THERE, TubeSettingsChange.of(limits)));
        IntStream.range(0, 20).forEach(i -> produce("job-" + i, Duration.ZERO, 1024));
        Operation done = run(move());
        assertThat(done.state()).isEqualTo(OperationState.DONE);
        assertThat(List.of(done.done(), done.skipped())).containsExactly(5L, 15L);
        assertThat(there().count(JobState.READY)).isEqualTo(5);
        assertThat(count(JobState.READY)).isEqualTo(15);
    }

    /** A slice moves as many as fit into a run, and the next one goes on behind them. */
    @Test
    void largeJobsMoveInSmallSlices() {
        IntStream.range(0, 10).forEach(i -> get(here.produceAsync("job-" + i, new byte[300_000])));
        get(operations.begin(move()));
        OperationTask slice = slice(take(), 100);
        assertThat(slice.done()).isEqualTo(4);
        while (slice.end() == null) {
            slice = slice(slice, 100);
        }
        assertThat(slice.done()).isEqualTo(10);
        assertThat(there().count(JobState.READY)).isEqualTo(10);
    }
}
