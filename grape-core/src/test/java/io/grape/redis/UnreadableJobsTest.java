package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.RepairTest.job;
import static io.grape.redis.RepairTest.produce;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Inconsistency;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.Tube;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A job that cannot be read stops nothing but itself: it is passed by, stands among the failed ones, and can be removed. */
final class UnreadableJobsTest {
    private static final JobId BROKEN = new JobId("broken");
    private static final byte[] LARGE = new byte[2000];

    private final RepairFixture there = new RepairFixture(TestRedis.uri());
    private final Broker broker = there.here.store().broker();

    /** What somebody did to the key of a job whose payload is apart. */
    @SuppressWarnings("ImmutableEnumChecker")
    private enum Flaw {
        NO_PAYLOAD(there -> get(there.redis().hdel(there.key("j:broken"), bytes("p")))),
        NO_HASH(there -> {
            there.drop("j:broken");
            get(there.redis().set(there.key("j:broken"), bytes("text")));
        }),
        NO_HEADER(there -> set(there, "d", "")),
        OTHER_HEADER(there -> set(there, "d", "garbage, longer than any header")),
        CUT_HEADER(there -> set(there, "d", "\1\3abcdefgh")),
        CUT_CONTENT_TYPE(there -> set(there, "d", "\1 abcdef~x")),
        NO_RUN(there -> set(there, "x", "garbage")),
        ONLY_A_RUN(there -> {
            set(there, "x", "garbage");
            get(there.redis().hdel(there.key("j:broken"), bytes("d")));
        });

        private final Consumer<RepairFixture> work;

        Flaw(Consumer<RepairFixture> work) {
            this.work = work;
        }

        private static void set(RepairFixture there, String field, String value) {
            get(there.redis().hset(there.key("j:broken"), bytes(field), bytes(value)));
        }
    }

    @AfterEach
    void close() {
        there.close();
    }

    private static NewJob large(String id) {
        return NewJob.of(new JobId(id), Payload.binary(LARGE));
    }

    private void breakJob(Flaw flaw) {
        produce(there, large("broken"), job("sound"));
        flaw.work.accept(there);
    }

    private void checkSetAside() {
        Tube tube = there.here.tube();
        assertThat(tube.count(JobState.FAILED)).isEqualTo(1);
        assertThat(tube.imbalance()).isZero();
        assertThat(tube.repairs()).containsEntry(Inconsistency.UNREADABLE, 1L).containsEntry(Inconsistency.LOST, 0L);
    }

    @ParameterizedTest
    @EnumSource
    void aConsumePassesItBy(Flaw flaw) {
        breakJob(flaw);

        assertThat(there.here.consume(10)).extracting(Job::id).containsExactly(new JobId("sound"));

        checkSetAside();
        assertThat(there.here.consume(10)).isEmpty();
        assertThat(there.round()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void oneWhoseLeaseRanOutIsPassedBy(Flaw flaw) {
        produce(there, large("broken").ttr(Duration.ofSeconds(1)));
        there.here.consume(1);
        flaw.work.accept(there);
        there.add("retain", 1, "broken");
        produce(there, job("sound"));

        assertThat(there.here.consume(10)).extracting(Job::id).containsExactly(new JobId("sound"));

        checkSetAside();
    }

    @ParameterizedTest
    @EnumSource
    void itIsNamedForWhatItIsAndCanBeDeletedWhereItIs(Flaw flaw) {
        breakJob(flaw);

        GrapeException peeked = failure(broker.peek(TUBE, BROKEN)).orElseThrow();
        assertThat(peeked.code()).isEqualTo(ErrorCode.WRONG_STATE);
        assertThat(peeked.detail()).contains("job broken cannot be read");
        assertThat(failure(broker.take(TUBE, BROKEN)).orElseThrow()).hasMessage(peeked.getMessage());
        get(broker.delete(TUBE, BROKEN, false));

        assertThat(code(broker.peek(TUBE, BROKEN))).contains(ErrorCode.JOB_NOT_FOUND);
        assertThat(get(there.redis().exists(there.key("j:broken")))).isZero();
        assertThat(there.here.consume(10)).hasSize(1);
        there.checkInvariants();
    }

    @ParameterizedTest
    @EnumSource
    void itIsListedWithTheReasonAndCanBeDiscarded(Flaw flaw) {
        breakJob(flaw);
        there.here.consume(10);

        List<Job> failed =
                get(broker.list(TUBE, new JobQuery(JobState.FAILED, 10, null))).jobs();
        assertThat(failed).extracting(Job::id).containsExactly(BROKEN);
        assertThat(failed.get(0).reason()).isNotEmpty();
        get(broker.discard(TUBE, BROKEN));

        assertThat(get(there.redis().exists(there.key("j:broken")))).isZero();
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void theRemovalOfItsTubeRemovesItToo(Flaw flaw) {
        breakJob(flaw);
        get(there.here.store().tubes().delete(TUBE));
        assertThat(get(there.redis().exists(there.key("j:broken"), there.key("tube"), there.key("delay"))))
                .isZero();
    }

    @Test
    void kickingManyPassesItByAndCountsItOnce() {
        breakJob(Flaw.NO_HASH);
        there.here.consume(10);
        there.add("failed", 1, "sound");
        there.remove("retain", "sound");

        assertThat(get(broker.kick(TUBE, 10))).isEqualTo(1);
        assertThat(get(broker.kick(TUBE, 10))).isZero();

        assertThat(code(broker.kick(TUBE, BROKEN, Duration.ZERO))).contains(ErrorCode.WRONG_STATE);
        checkSetAside();
    }

    @Test
    void aProduceOfItsIdStopsNoOtherOfTheSameCall() {
        breakJob(Flaw.NO_HASH);
        assertThat(get(broker.produce(TUBE, List.of(job("first"), job("broken"), job("last")))))
                .extracting(outcome -> outcome.failure() == null)
                .containsExactly(true, false, true);
        assertThat(there.here.consume(10)).hasSize(3);
    }

    @Test
    void theSelfCheckFindsOneThatIsNotDueYet() {
        produce(there, large("broken").due(Due.after(Duration.ofHours(1))).priority(7));
        Flaw.NO_HASH.work.accept(there);
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.UNREADABLE, 1));
        checkSetAside();
        assertThat(there.round()).isEmpty();
    }

    @Test
    void aTimeThatIsNoneHoldsNoJobUp() {
        produce(there, job("early"), job("never"), job("held"));
        there.add("delay", Double.NEGATIVE_INFINITY, "early");
        there.add("delay", Double.POSITIVE_INFINITY, "never");
        there.add("retain", Double.NEGATIVE_INFINITY, "held");
        there.remove("delay", "held");

        assertThat(there.here.tube().count(JobState.DELAYED)).isEqualTo(1);
        assertThat(get(broker.peek(TUBE, new JobId("never"))).state()).isEqualTo(JobState.DELAYED);
        List<Job> jobs = there.here.consume(10);
        assertThat(jobs).extracting(job -> job.id().value()).containsExactlyInAnyOrder("early", "held");
        there.here.finish(jobs);

        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.RECOVERED, 1));
        assertThat(there.here.consume(10)).extracting(job -> job.id().value()).containsExactly("never");
        there.checkInvariants();
    }

    @Test
    void aLeaseThatNeverRunsOutIsEndedByTheSelfCheck() {
        produce(there, job("held"));
        there.here.consume(1);
        there.add("retain", Double.POSITIVE_INFINITY, "held");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.RECOVERED, 1));
        assertThat(there.here.consume(1)).hasSize(1);
        there.checkInvariants();
    }

    @Test
    void whatIsNoPriorityInAnIndexHidesNone() {
        Map<String, Double> junk = new HashMap<>(Map.of("junk", 1.0, "", 2.0, "nan", 3.0, "-7", 4.0, "1e99", 5.0));
        produce(there, job("urgent").priority(7), job("usual"));
        junk.forEach((name, score) -> there.add("coming", score, name));
        junk.forEach((name, score) -> there.add("urgent", score, name));

        assertThat(get(broker.list(TUBE, new JobQuery(JobState.READY, 10, null)))
                        .jobs())
                .hasSize(2);
        assertThat(get(broker.explain(TUBE, new JobId("usual"))).state()).isEqualTo(JobState.READY);
        assertThat(there.here.consume(10)).extracting(job -> job.id().value()).containsExactly("urgent", "usual");
        assertThat(get(there.redis().exists(there.key("coming"), there.key("urgent"))))
                .isZero();
    }

    @Test
    void aTubeWhoseKeysAreOfOtherTypesSaysSoAndCanBeRemoved() {
        produce(there, job("a"));
        for (String end : List.of("delay", "tube", "coming", "failed")) {
            there.drop(end);
            get(there.redis().set(there.key(end), bytes("text")));
            assertThat(code(there.here.store().tubes().describe(TUBE))).contains(ErrorCode.WRONG_STATE);
        }
        get(there.here.store().tubes().delete(TUBE));
        assertThat(get(there.redis().exists(there.key("delay"), there.key("tube"), there.key("failed"))))
                .isZero();
        assertThat(code(there.here.store().tubes().describe(TUBE))).contains(ErrorCode.TUBE_NOT_FOUND);
    }
}
