package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.JobTags;
import io.grape.core.job.LeasedJob;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.RetrySettings;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases of workers that have died end as if their time had run out. */
class EndedLeasesTest extends StorageDocSteps {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONGEST_APART = Duration.ofSeconds(30);

    private Instant now = T0;

    private void later(Duration time) {
        now = now.plus(time);
        timeIs(now);
    }

    private List<Job> consume(int max) {
        return get(broker.consume(TUBE, max, Duration.ZERO)).jobs();
    }

    private int end(Job... jobs) {
        return end(List.of(jobs));
    }

    private int end(List<Job> jobs) {
        return get(store.leases()
                .end(
                        TUBE,
                        jobs.stream()
                                .map(job -> new LeasedJob(job.id(), job.requireLease()))
                                .toList()));
    }

    private JobSnapshot look(String id) {
        return get(broker.snapshot(TUBE, id(id)));
    }

    private JobState state(String id) {
        return look(id).job().state();
    }

    @Test
    void endedLeaseLetsTheJobRunAgainAtOnceAndCounts() {
        later(Duration.ZERO);
        produce(job("a").ttr(HOUR));
        Job first = consume(1).get(0);
        later(SECOND);
        assertThat(end(first)).isEqualTo(1);
        assertThat(state("a")).isEqualTo(JobState.READY);
        List<JobEvent> events = get(store.histories().history(TUBE, id("a"))).events();
        JobEvent last = events.get(events.size() - 1);
        assertThat(last.what()).isEqualTo(JobEventType.EXPIRED);
        assertThat(last.at()).isEqualTo(now);
        Job second = consume(1).get(0);
        assertThat(second.noe()).isEqualTo(2);
        assertThat(second.requireLease().value())
                .isGreaterThan(first.requireLease().value());
    }

    @Test
    void leaseThatAnotherHoldsOrThatHasEndedIsLeftAlone() {
        later(Duration.ZERO);
        produce(job("a").ttr(SECOND), job("b"), job("c"), job("d"));
        List<Job> before = consume(4);
        later(SECOND.multipliedBy(2));
        List<Job> again = consume(4);
        assertThat(again).extracting(job -> job.id().value()).containsExactly("a");
        acknowledge(new Acknowledgement.Finish(id("b"), Lease.CURRENT));
        acknowledge(new Acknowledgement.Release(id("c"), Lease.CURRENT, HOUR, null));
        assertThat(end(before)).as("only d is still held under that lease").isEqualTo(1);
        assertThat(state("a")).isEqualTo(JobState.RETAINED);
        assertThat(state("c")).isEqualTo(JobState.DELAYED);
        assertThat(end(before)).as("again").isZero();
        assertThat(get(store.leases().end(new TubeName("missing"), List.of(new LeasedJob(id("a"), new Lease(5))))))
                .isZero();
    }

    @Test
    void renewedLeaseIsEndedToo() {
        later(Duration.ZERO);
        produce(job("a").ttr(HOUR));
        Job held = consume(1).get(0);
        later(SECOND);
        acknowledge(new Acknowledgement.Touch(id("a"), held.requireLease()));
        assertThat(end(held)).isEqualTo(1);
    }

    @Test
    void lastExecutionThatDiesFailsTheJob() {
        later(Duration.ZERO);
        produce(job("a").maxAttempts(1), job("b").maxAttempts(2));
        assertThat(end(consume(2))).isEqualTo(2);
        assertThat(state("a")).isEqualTo(JobState.FAILED);
        assertThat(state("b")).as("its last execution comes apart from others").isEqualTo(JobState.DELAYED);
        later(LONGEST_APART);
        assertThat(end(consume(2))).isEqualTo(1);
        assertThat(state("b")).isEqualTo(JobState.FAILED);
    }

    @Test
    void retryOfTheTubeApplies() {
        later(Duration.ZERO);
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(new RetrySettings(HOUR, HOUR, 1, 0))));
        produce(job("a"));
        end(consume(1));
        assertThat(look("a").job().dueAt()).isEqualTo(now.plus(HOUR));
    }

    @Test
    void jobsThatDiedTogetherTwiceComeBackApart() {
        later(Duration.ZERO);
        NewJob[] many = new NewJob[250];
        for (int i = 0; i < many.length; i++) {
            many[i] = job("j" + i);
        }
        produce(many);
        assertThat(end(consume(250))).isEqualTo(250);
        List<Job> second = consume(250);
        assertThat(second).as("the first time they come back at once").hasSize(250);
        assertThat(end(second)).isEqualTo(250);
        int before = 0;
        List<Integer> steps = new ArrayList<>();
        for (int step = 0; step < 4; step++) {
            later(Duration.ofMillis(500));
            int there = consume(250).size();
            steps.add(there);
            before += there;
        }
        assertThat(before).isEqualTo(250);
        assertThat(steps).allMatch(there -> there > 20 && there < 120);
    }

    @Test
    void orderOfAKeyStays() {
        later(Duration.ZERO);
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.tubes()
                .configure(
                        TUBE,
                        TubeSettingsChange.of(
                                new KeySettings(KeyOrder.TIME, null, null, null, true, OnFailure.BLOCK, null))));
        produce(job("a").tags(new JobTags("k", List.of())), job("b").tags(new JobTags("k", List.of())));
        for (int times = 0; times < 3; times++) {
            List<Job> one = consume(2);
            assertThat(one).extracting(job -> job.id().value()).containsExactly("a");
            assertThat(end(one)).isEqualTo(1);
            later(LONGEST_APART);
        }
        acknowledge(new Acknowledgement.Finish(id("a"), consume(2).get(0).requireLease()));
        assertThat(consume(2)).extracting(job -> job.id().value()).containsExactly("b");
    }

    @Test
    void endedLeaseNoLongerCountsAgainstTubeLimit() {
        later(Duration.ZERO);
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(new TubeLimits(1, null, null, null, null))));
        produce(job("a"), job("b"));
        List<Job> one = consume(2);
        assertThat(one).hasSize(1);
        assertThat(consume(2)).isEmpty();
        end(one);
        assertThat(consume(2)).hasSize(1);
    }

    @Test
    void successorBegins() {
        later(Duration.ZERO);
        produce(job("a"));
        Job held = consume(1).get(0);
        produce(job("a").onDuplicate(OnDuplicate.DEBOUNCE));
        assertThat(end(held)).isEqualTo(1);
        assertThat(consume(1).get(0).noe()).as("it begins anew").isEqualTo(1);
    }
}
