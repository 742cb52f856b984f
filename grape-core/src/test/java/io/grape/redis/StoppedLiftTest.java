package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.RepairTest.job;
import static io.grape.redis.RepairTest.produce;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Script;
import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker that lifts a gate dies between two of its runs: whoever comes next goes on. */
final class StoppedLiftTest {
    private static final String GATE = "wall";
    /** Three whole runs of a lift, and a part of one. */
    private static final int HELD = 350;

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    @AfterEach
    void close() {
        there.close();
    }

    private void holdAll() {
        List<NewJob> jobs = IntStream.range(0, HELD)
                .mapToObj(i -> job("held-" + i).tags(new JobTags(null, List.of("eu"))))
                .toList();
        for (int from = 0; from < HELD; from += 50) {
            produce(there, jobs.subList(from, from + 50).toArray(NewJob[]::new));
        }
        get(there.here
                .store()
                .gates()
                .put(TUBE, GATE, new GateRequest(GateMatch.label("eu"), GateMode.HOLD, null, "", "")));
        while (there.here.tube().count(JobState.GATED) < HELD) {
            assertThat(there.here.consume(10)).isEmpty();
        }
    }

    /** One run of it, after which nobody goes on. */
    private void runLift() {
        byte[][] keys = new Keys(there.namespace()).tube(TUBE).keys();
        byte[][] withGap = Arrays.copyOf(keys, keys.length + 1);
        withGap[keys.length] = there.key("gap");
        get(there.redis()
                .eval(
                        Script.ofTube("gate_lift").text(Script.CLOCK).bytes(),
                        ScriptOutputType.MULTI,
                        withGap,
                        there.key("j:"),
                        bytes(GATE),
                        bytes("call")));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whatItHeldIsDeliveredInItsOldOrder(int runs) {
        holdAll();
        for (int i = 0; i < runs; i++) {
            runLift();
            there.checkInvariants();
        }
        List<String> ids = new ArrayList<>();
        while (ids.size() < HELD) {
            List<Job> jobs = there.here.consume(30);
            jobs.forEach(job -> ids.add(job.id().value()));
            there.here.finish(jobs);
            there.checkInvariants();
        }
        assertThat(ids)
                .isEqualTo(IntStream.range(0, HELD).mapToObj(i -> "held-" + i).toList());
        assertThat(get(there.here.store().gates().list(TUBE))).isEmpty();
        assertThat(there.here.tube().imbalance()).isZero();
    }
}
