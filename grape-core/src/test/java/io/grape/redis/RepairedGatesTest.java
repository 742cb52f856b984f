package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.RepairTest.job;
import static io.grape.redis.RepairTest.produce;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Inconsistency;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the self-check does with jobs that a gate holds, once something is missing. */
final class RepairedGatesTest {
    private static final String GATE = "wall";
    private static final String SET = "gated:" + GATE;

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    /** Two jobs behind a gate, and one that passes it. */
    @BeforeEach
    void hold() {
        JobTags eu = new JobTags(null, List.of("eu"));
        produce(there, job("a").tags(eu), job("b").tags(eu), job("free"));
        put();
        assertThat(consumed()).containsExactly("free");
        assertThat(stateOf("a")).isEqualTo(JobState.GATED);
    }

    @AfterEach
    void close() {
        there.close();
    }

    private void put() {
        get(there.here
                .store()
                .gates()
                .put(TUBE, GATE, new GateRequest(GateMatch.label("eu"), GateMode.HOLD, null, "", "")));
    }

    private List<String> consumed() {
        return there.here.consume(10).stream().map(Job::id).map(JobId::value).toList();
    }

    private JobState stateOf(String id) {
        return get(there.here.store().broker().peek(TUBE, new JobId(id))).state();
    }

    private void lift() {
        get(there.here.store().gates().lift(TUBE, GATE));
    }

    private void assertWhole() {
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
        assertThat(there.round()).isEmpty();
    }

    @Test
    void aGatedJobThatIsInNoSetWaitsAgain() {
        there.remove(SET, "a");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.RECOVERED, 1));
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(consumed()).as("its gate still stands").isEmpty();
        assertThat(stateOf("a")).isEqualTo(JobState.GATED);
        lift();
        assertThat(consumed()).containsExactlyInAnyOrder("a", "b");
        assertWhole();
    }

    @Test
    void jobsOfAGateThatIsGoneWaitAgain() {
        there.drop("gates");
        get(there.redis().hdel(there.key("tube"), bytes("gates")));
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.MISPLACED, 2));
        assertThat(consumed()).containsExactlyInAnyOrder("a", "b");
        assertWhole();
    }

    @Test
    void aGatedJobThatWaitsAsWellStaysBehindItsGate() {
        there.add("delay", 1, "a");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.DOUBLED, 1));
        assertThat(consumed()).isEmpty();
        lift();
        assertThat(consumed()).containsExactly("a", "b");
        assertWhole();
    }

    @Test
    void aGatedJobThatIsLostIsCountedAndItsGateEnds() {
        there.drop("j:a");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.LOST, 1));
        lift();
        assertThat(consumed()).containsExactly("b");
        assertWhole();
    }
}
