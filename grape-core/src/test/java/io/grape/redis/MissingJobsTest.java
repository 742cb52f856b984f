package io.grape.redis;

import static io.grape.redis.RepairTest.job;
import static io.grape.redis.RepairTest.produce;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Inconsistency;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledgement.Bury;
import io.grape.core.job.Acknowledgement.Finish;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A member of a set whose job is not there is set aside by whoever meets it, and counted; it is given back where it was when the job turns
 * up, and called lost by the self-check alone.
 */
final class MissingJobsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    @AfterEach
    void close() {
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
        there.close();
    }

    private void assertMissing(long count) {
        assertThat(there.here.tube().missing()).isEqualTo(count);
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
        assertThat(there.field("lost")).isEqualTo("0");
    }

    private Job peek(String id) {
        return get(there.here.store().broker().peek(TUBE, new JobId(id)));
    }

    private List<String> consume(int max) {
        return there.here.consume(max).stream().map(job -> job.id().value()).toList();
    }

    private void bury(String id) {
        get(there.here
                        .store()
                        .broker()
                        .acknowledge(TUBE, List.of(new Bury(new JobId(id), Lease.CURRENT, "broken", null))))
                .forEach(ItemResult::get);
    }

    /** Of 50 priorities with 100 each: no run meets so many that it cannot put them away. */
    @Test
    void moreThanOneRunCouldPutAwayAreSetAsideByMany() {
        for (int priority = 0; priority < 50; priority++) {
            int of = priority;
            NewJob[] jobs = IntStream.range(0, 100)
                    .mapToObj(i -> job(of + "-" + i).priority(of))
                    .toArray(NewJob[]::new);
            produce(there, jobs);
            there.drop(Arrays.stream(jobs).map(one -> "j:" + one.id().value()).toArray(String[]::new));
        }
        assertThat(consume(100)).isEmpty();
        assertMissing(5000);
    }

    @Test
    void thoseThatWaitedComeBackInTheirPlaces() {
        produce(there, job("a"), job("b"), job("urgent").priority(5), job("c"));
        there.hide("a", "urgent", "c");
        assertThat(consume(4)).containsExactly("b");
        assertMissing(3);
        assertThat(consume(4)).isEmpty();
        assertMissing(3);

        there.show("a", "urgent", "c");

        assertThat(consume(4)).containsExactly("urgent", "a", "c");
        assertMissing(0);
        assertThat(there.here.tube().repairs().get(Inconsistency.RECOVERED)).isEqualTo(3);
    }

    @Test
    void aDelayedOneThatAKickMetIsNotDueEarlier() {
        produce(there, job("a").due(Due.after(HOUR)));
        Instant due = peek("a").dueAt();
        there.hide("a");
        assertThat(get(there.here.store().broker().kick(TUBE, 10))).isZero();
        assertMissing(1);
        there.show("a");
        assertThat(consume(1)).isEmpty();
        assertThat(peek("a").dueAt()).isEqualTo(due);
        assertMissing(0);
    }

    @Test
    void oneWhoseLeaseRanOutIsHandedOutAgainAndItsLeaseMayStillFinish() {
        produce(there, job("a"), job("b"));
        List<Job> first = there.here.consume(2);
        there.hide("a", "b");
        there.add("retain", 1, "a");
        there.add("retain", 2, "b");
        get(there.here.store().tubes().expireLeases(TUBE));
        assertMissing(2);
        there.show("a", "b");
        List<Job> again = there.here.consume(1);
        assertThat(again).singleElement().satisfies(job -> {
            assertThat(job.id().value()).isEqualTo("a");
            assertThat(job.noe()).isEqualTo(2);
        });
        Job late = first.get(1);
        get(there.here.store().broker().acknowledge(TUBE, List.of(new Finish(late.id(), late.requireLease()))))
                .forEach(ItemResult::get);
        assertThat(there.here.tube().total(TubeCounter.EXPIRED)).isEqualTo(2);
    }

    @Test
    void aFailedOneIsFailedAgain() {
        produce(there, job("a"), job("b"));
        consume(2);
        bury("a");
        bury("b");
        there.hide("a");
        assertThat(get(there.here.store().broker().kick(TUBE, 10))).isEqualTo(1);
        assertMissing(1);
        there.show("a");
        assertThat(consume(2)).containsExactly("b");
        assertThat(peek("a").state()).isEqualTo(JobState.FAILED);
        assertThat(peek("a").reason()).isEqualTo("broken");
        assertMissing(0);
    }

    @Test
    void theSelfCheckGivesBackWhatTurnsUpAndCallsTheRestLost() {
        produce(there, job("a"), job("b"), job("c").due(Due.after(HOUR)));
        Instant due = peek("c").dueAt();
        there.hide("a", "c");
        assertThat(consume(2)).containsExactly("b");
        assertThat(get(there.here.store().broker().kick(TUBE, 10))).isZero();
        assertMissing(2);
        there.show("c");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.RECOVERED, 1, Inconsistency.LOST, 1));
        assertThat(peek("c").dueAt()).isEqualTo(due);
        assertThat(there.here.tube().missing()).isZero();
        assertThat(there.field("lost")).isEqualTo("1");
        assertThat(there.round()).isEmpty();
    }

    @Test
    void anIdThatIsProducedMeanwhileIsAnotherJob() {
        produce(there, job("a"), job("b"));
        there.hide("a", "b");
        assertThat(consume(2)).isEmpty();
        assertMissing(2);
        produce(there, job("a"), job("b").priority(7).due(Due.after(HOUR)));
        assertThat(consume(2)).containsExactly("a");
        assertThat(there.here.tube().missing()).isZero();
        assertThat(there.field("lost")).isEqualTo("2");
        assertThat(consume(2)).isEmpty();
    }

    @Test
    void aRemovedTubeLeavesNoneBehind() {
        produce(there, job("a"));
        there.hide("a");
        assertThat(consume(1)).isEmpty();
        assertThat(get(there.here.store().tubes().deleteIfEmpty(TUBE))).isFalse();
        assertMissing(1);
        get(there.here.store().tubes().delete(TUBE));
        assertThat(get(there.redis().exists(there.key("missing")))).isZero();
        get(there.here.store().tubes().create(TUBE, TubeSettings.DEFAULT));
    }
}
