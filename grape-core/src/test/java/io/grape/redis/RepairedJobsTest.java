package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.RepairTest.job;
import static io.grape.redis.RepairTest.produce;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.Inconsistency;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Acknowledgement.Bury;
import io.grape.core.job.Acknowledgement.Finish;
import io.grape.core.job.Acknowledgement.Touch;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of jobs that the self-check puts right, and what it leaves alone. */
final class RepairedJobsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    @AfterEach
    void close() {
        there.close();
    }

    private Job peek(String id) {
        return get(there.here.store().broker().peek(TUBE, new JobId(id)));
    }

    private boolean finishes(Job job) {
        return isDone(new Finish(job.id(), job.requireLease()));
    }

    private boolean isDone(Acknowledgement one) {
        return get(there.here.store().broker().acknowledge(TUBE, List.of(one)))
                        .get(0)
                        .failure()
                == null;
    }

    private Job consumeOne() {
        return there.here.consume(1).get(0);
    }

    @Test
    void aJobThatWasInNoSetIsDueWhenItsProducerSaid() {
        produce(there, job("a").due(Due.after(HOUR)));
        Job before = peek("a");
        there.drop("delay");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.RECOVERED, 1));
        assertThat(peek("a").dueAt()).isEqualTo(before.dueAt());
        assertThat(peek("a").state()).isEqualTo(JobState.DELAYED);
    }

    @Test
    void aJobThatIsMovedToItsPrioritysSetKeepsItsDueTime() {
        produce(there, job("a").due(Due.after(HOUR)).priority(7));
        Job before = peek("a");
        get(there.redis().rename(there.key("delay:7"), there.key("delay")));
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.MISPLACED, 1));
        assertThat(peek("a").dueAt()).isEqualTo(before.dueAt());
        there.checkInvariants();
    }

    @Test
    void aRetainedJobThatWasInNoSetIsHandedOutAgainAndItsOldLeaseIsWorthNothing() {
        produce(there, job("a"));
        Job first = consumeOne();
        there.drop("retain");

        there.round();

        assertThat(isDone(new Touch(first.id(), first.requireLease()))).isFalse();
        Job second = consumeOne();
        assertThat(second.requireLease().value())
                .isGreaterThan(first.requireLease().value());
        assertThat(finishes(first)).isFalse();
        assertThat(finishes(second)).isTrue();
        there.checkInvariants();
    }

    @Test
    void aLeaseThatStoodOutsideOfItsSetMayStillFinishLikeOneThatRanOut() {
        produce(there, job("a"));
        Job job = consumeOne();
        get(there.redis().rename(there.key("retain"), there.key("delay")));
        there.round();
        assertThat(finishes(job)).isTrue();
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
    }

    @Test
    void aLeaseThatStandsWinsOverAnyOtherSet() {
        produce(there, job("a"));
        Job job = consumeOne();
        there.add("delay", 1, "a");
        there.add("failed", 1, "a");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.DOUBLED, 1));
        assertThat(there.here.consume(1)).isEmpty();
        assertThat(finishes(job)).isTrue();
        there.checkInvariants();
    }

    @Test
    void aFailedJobThatWasInNoSetIsFailedForTheSameReason() {
        produce(there, job("a"));
        consumeOne();
        assertThat(isDone(new Bury(new JobId("a"), Lease.CURRENT, "broken", null)))
                .isTrue();
        there.drop("failed");
        there.round();
        assertThat(peek("a").state()).isEqualTo(JobState.FAILED);
        assertThat(there.here.tube().total(TubeCounter.BURIED)).isEqualTo(1);
        there.checkInvariants();
    }

    @Test
    void aPriorityThatNoConsumeWouldFindIsFoundAgain() {
        produce(there, job("a").priority(7));
        there.drop("coming");
        assertThat(there.here.consume(1)).isEmpty();
        there.round();
        assertThat(there.here.consume(1)).hasSize(1);
    }

    @Test
    void alsoALargeSetIsGoneThrough() {
        produce(there, IntStream.range(0, 1000).mapToObj(i -> job("j" + i)).toArray(NewJob[]::new));
        List<String> gone = new ArrayList<>();
        for (int i = 0; i < 1000; i += 7) {
            gone.add("j:j" + i);
        }
        there.drop(gone.toArray(String[]::new));
        for (int i = 1; i < 1000; i += 7) {
            there.remove("delay", "j" + i);
        }
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.LOST, 143, Inconsistency.RECOVERED, 143));
        there.checkInvariants();
        assertThat(there.here.tube().count(JobState.READY)).isEqualTo(857);
    }

    @Test
    void aTubeThatIsBeingRemovedIsLeftAlone() {
        produce(there, job("a"), job("b"));
        there.drop("j:a");
        get(there.redis().hset(there.key("tube"), bytes("deleting"), bytes("1")));
        assertThat(there.round()).isEmpty();
        assertThat(get(there.redis().zcard(there.key("delay")))).isEqualTo(2);
        assertThat(there.field("lost")).isEqualTo("0");
    }

    @Test
    void jobsOfATubeThatDoesNotExistAreCountedAndLeftAlone() {
        produce(there, job("a"), job("b"));
        there.drop("tube", "delay");
        assertThat(there.round()).isEmpty();
        assertThat(there.strays()).isEqualTo(2);
        assertThat(get(there.redis().exists(there.key("j:a"), there.key("j:b"))))
                .isEqualTo(2);
    }

    @Test
    void whatALaterReleaseStoredIsNotJudged() {
        produce(there, job("a"));
        byte[] header = get(there.redis().hget(there.key("j:a"), bytes("d")));
        header[0] = 2;
        get(there.redis().hset(there.key("j:a"), bytes("d"), header));
        there.drop("delay");
        assertThat(there.round()).isEmpty();
        assertThat(get(there.redis().exists(there.key("j:a")))).isEqualTo(1);
        assertThat(code(there.here.store().broker().peek(TUBE, new JobId("a")))).contains(ErrorCode.WRONG_STATE);
    }
}
