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
import io.grape.core.job.Acknowledgement.Bury;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that was set aside as missing, and turned up, is a job like others from then on: whatever is done to it, the totals add up. */
final class RediscoveredJobsTest {
    private static final JobId A = new JobId("a");
    private static final Duration HOUR = Duration.ofHours(1);

    private final RepairFixture there = new RepairFixture(TestRedis.uri());
    private final Broker broker = there.here.store().broker();

    @AfterEach
    void close() {
        assertThat(there.here.tube().missing()).isZero();
        assertBalanced();
        there.close();
    }

    private void assertBalanced() {
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
    }

    private void assertWhole() {
        assertBalanced();
        assertThat(there.here.tube().missing()).isZero();
        assertThat(there.round()).isEmpty();
    }

    private void setAside(String... ids) {
        there.hide(ids);
        assertThat(there.here.consume(10)).isEmpty();
        assertThat(there.here.tube().missing()).isEqualTo(ids.length);
    }

    private void setAsideFailed() {
        produce(there, job("a"));
        there.here.consume(1);
        get(broker.acknowledge(TUBE, List.of(new Bury(A, Lease.CURRENT, "broken", null))))
                .forEach(ItemResult::get);
        there.hide("a");
        assertThat(get(broker.kick(TUBE, 1))).isZero();
    }

    private List<Job> setAsideUnderTheirLeases(String... ids) {
        produce(there, Arrays.stream(ids).map(RepairTest::job).toArray(NewJob[]::new));
        List<Job> jobs = there.here.consume(ids.length);
        there.hide(ids);
        for (String id : ids) {
            there.add("retain", 1, id);
        }
        get(there.here.store().tubes().expireLeases(TUBE));
        assertThat(there.here.tube().missing()).isEqualTo(ids.length);
        return jobs;
    }

    @ParameterizedTest
    @ValueSource(longs = {1024, 7})
    void oneThatWaitsIsDeleted(long priority) {
        produce(there, job("a").priority(priority));
        setAside("a");
        there.show("a");
        assertThat(get(broker.peek(TUBE, A)).state()).isEqualTo(JobState.READY);
        get(broker.delete(TUBE, A, false));
        assertWhole();
    }

    @Test
    void oneThatCannotBeReadIsDeleted() {
        produce(there, job("a"));
        setAside("a");
        get(there.redis().hset(there.key("j:a"), RepairFixture.bytes("d"), new byte[] {1, 0}));
        get(broker.delete(TUBE, A, false));
        assertWhole();
    }

    @ParameterizedTest
    @ValueSource(longs = {1024, 7})
    void oneThatWaitsIsReplaced(long priority) {
        produce(there, job("a"));
        setAside("a");
        there.show("a");
        produce(there, job("a").priority(priority).onDuplicate(OnDuplicate.REPLACE));
        assertWhole();
        assertThat(there.here.consume(2)).hasSize(1);
    }

    @Test
    void aDelayedOneIsKickedAndReadyOnce() {
        produce(there, job("a").due(Due.after(HOUR)));
        there.hide("a");
        assertThat(get(broker.kick(TUBE, 1))).isZero();
        there.show("a");
        assertThat(get(broker.peek(TUBE, A)).state()).isEqualTo(JobState.DELAYED);
        assertThat(get(broker.kick(TUBE, A, Duration.ZERO))).isTrue();
        assertWhole();
        assertThat(there.here.consume(2)).hasSize(1);
    }

    @Test
    void aFailedOneIsKicked() {
        setAsideFailed();
        there.show("a");
        assertThat(get(broker.peek(TUBE, A)).state()).isEqualTo(JobState.FAILED);
        get(broker.kickFailed(TUBE, A, Duration.ZERO));
        assertWhole();
        assertThat(there.here.consume(2)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1024, 7})
    void oneThatWaitsIsTaken(long priority) {
        produce(there, job("a").priority(priority));
        setAside("a");
        there.show("a");
        Job taken = get(broker.take(TUBE, A));
        assertWhole();
        get(broker.handBack(TUBE, List.of(taken)));
        assertWhole();
        assertThat(there.here.consume(2)).hasSize(1);
    }

    @Test
    void aFailedOneIsTaken() {
        setAsideFailed();
        there.show("a");
        Job taken = get(broker.take(TUBE, A));
        assertWhole();
        get(broker.handBack(TUBE, List.of(taken)));
        assertThat(get(broker.peek(TUBE, A)).reason()).isEqualTo("broken");
        assertWhole();
    }

    @Test
    void aFailedOneIsDiscarded() {
        setAsideFailed();
        there.show("a");
        get(broker.discard(TUBE, A));
        assertWhole();
    }

    @Test
    void oneWhoseLeaseRanOutIsFinished() {
        List<Job> jobs = setAsideUnderTheirLeases("a", "b");
        there.show("a", "b");
        there.here.finish(jobs);
        assertWhole();
    }

    @Test
    void anOlderOneOfTheSameIdAsAFinishedOneIsLost() {
        List<Job> jobs = setAsideUnderTheirLeases("a", "b");
        produce(there, job("b"));
        there.show("a");
        there.hide("a");
        Job again = there.here.consume(1).get(0);
        assertThat(again.id().value()).isEqualTo("b");
        there.show("a");
        there.here.finish(List.of(jobs.get(0), again));
        assertWhole();
        assertThat(there.field("lost")).isEqualTo("1");
    }

    @Test
    void oneThatCouldNotBeReadWhenItsLeaseRanOutIsFinished() {
        produce(there, job("a"));
        List<Job> jobs = there.here.consume(1);
        get(there.redis().hset(there.key("j:a"), RepairFixture.bytes("d"), new byte[] {1, 0}));
        there.add("retain", 1, "a");
        get(there.here.store().tubes().expireLeases(TUBE));
        there.here.finish(jobs);
        assertWhole();
    }

    @Test
    void oneThatIsMissingAgainUnderItsIdIsAnotherJob() {
        produce(there, job("a"));
        setAside("a");
        produce(there, job("a").due(Due.after(HOUR)));
        there.drop("j:a");
        assertThat(get(broker.kick(TUBE, 1))).isZero();
        assertBalanced();
        assertThat(there.field("lost")).isEqualTo("1");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.LOST, 1));
    }

    @Test
    void oneThatIsProducedAnewInItsPlaceIsAnotherJob() {
        produce(there, job("a"), job("b"));
        there.drop("j:a");
        produce(there, job("a"));
        assertBalanced();
        assertThat(there.field("lost")).isEqualTo("1");
        assertWhole();
        assertThat(there.here.consume(2)).hasSize(2);
    }

    /** The lease was that of the job that is gone. */
    @Test
    void anotherJobOfItsIdIsNotDueWhenItsLeaseRunsOut() {
        produce(there, job("a"));
        there.here.consume(1);
        there.drop("j:a");
        produce(there, job("a").due(Due.after(HOUR)));
        there.add("retain", 1, "a");
        assertThat(there.here.consume(1)).isEmpty();
        assertThat(get(broker.peek(TUBE, A)).state()).isEqualTo(JobState.DELAYED);
        assertThat(there.field("lost")).isEqualTo("1");
        assertWhole();
    }

    @Test
    void twoOfOneIdThatAreBothGoneAreTwoThatAreLost() {
        produce(there, job("a"));
        setAside("a");
        produce(there, job("a").due(Due.after(HOUR)));
        there.drop("j:a");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.LOST, 2));
        assertWhole();
    }

    @Test
    void oneThatCannotBeReadTakesTheOlderOneOfItsIdAlongAsLost() {
        produce(there, job("a"));
        setAside("a");
        produce(there, job("a").due(Due.after(HOUR)));
        get(there.redis().hset(there.key("j:a"), RepairFixture.bytes("d"), new byte[] {1, 0}));
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.LOST, 1, Inconsistency.UNREADABLE, 1));
        assertThat(there.here.tube().imbalance()).isZero();
        get(broker.delete(TUBE, A, false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10})
    void aListGoesOnBehindThoseThatAreMissing(int limit) {
        for (String id : List.of("a", "b", "c", "d", "e", "f")) {
            produce(there, job(id));
        }
        produce(there, job("g").priority(7), job("h").priority(8));
        there.hide("a", "c", "d", "g");
        List<String> listed = new ArrayList<>();
        String cursor = null;
        do {
            JobPage page = get(broker.list(TUBE, new JobQuery(JobState.READY, limit, cursor)));
            page.jobs().forEach(job -> listed.add(job.id().value()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(listed).containsExactly("b", "e", "f", "h");
        there.show("a", "c", "d", "g");
    }

    @Test
    void aTubeThatIsMadeAnewHasNothingOfWhatABrokerOfAnEarlierReleaseLeft() {
        there.add("missing", 1, "old");
        produce(there, job("a"));
        assertWhole();
        get(broker.delete(TUBE, A, false));
        assertThat(get(there.here.store().tubes().deleteIfEmpty(TUBE))).isTrue();
        produce(there, job("a"));
    }
}
