package io.grape.core;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many jobs in one call: each item succeeds or fails by itself, and is answered in its place. */
public interface BatchContract extends ContractSteps {
    @Test
    default void aBatchOfNoneDoesNothing() {
        assertThat(produceAll(List.of())).isEmpty();
        assertThat(get(tubes().names())).doesNotContain(tube());
        create(TubeSettings.DEFAULT);
        assertThat(acknowledge(List.of())).isEmpty();
    }

    @Test
    default void producedJobsAreAnsweredInOrder() {
        make("retained", JobState.RETAINED);
        produce("live");
        List<ItemResult<Produced>> outcomes = produceAll(List.of(
                job("x"),
                job("live"),
                job("retained").onDuplicate(OnDuplicate.REPLACE),
                job("y").due(Due.after(HOUR)),
                job("live").onDuplicate(OnDuplicate.REJECT),
                job("z")));
        assertThat(outcomes.get(0).get().created()).isTrue();
        assertThat(outcomes.get(1).get().created()).isFalse();
        assertFailed(outcomes.get(2), ErrorCode.WRONG_STATE);
        assertThat(outcomes.get(3).get().state()).isEqualTo(JobState.DELAYED);
        assertFailed(outcomes.get(4), ErrorCode.DUPLICATE);
        assertThat(outcomes.get(5).get().id()).isEqualTo(id("z"));
        assertThat(describe().total(TubeCounter.PRODUCED)).isEqualTo(5);
    }

    @Test
    default void anIdTwiceInABatchIsADuplicateTheSecondTime() {
        List<ItemResult<Produced>> outcomes = produceAll(List.of(
                job("a"),
                job("a"),
                job("a").onDuplicate(OnDuplicate.REJECT),
                job("b"),
                job("a").priority(9).onDuplicate(OnDuplicate.REPLACE)));
        assertThat(outcomes.get(0).get().created()).isTrue();
        assertThat(outcomes.get(1).get().created()).isFalse();
        assertFailed(outcomes.get(2), ErrorCode.DUPLICATE);
        assertThat(outcomes.get(3).get().created()).isTrue();
        assertThat(outcomes.get(4).get().created()).isFalse();
        assertThat(peek("a").priority()).isEqualTo(9);
        assertThat(describe().total(TubeCounter.PRODUCED)).isEqualTo(2);
    }

    @Test
    default void aThousandJobsAreProducedAtOnce() {
        List<ItemResult<Produced>> outcomes = produceAll(jobs(1000));
        assertThat(outcomes.stream().map(outcome -> outcome.get().id().value()).toList())
                .containsExactlyElementsOf(
                        jobs(1000).stream().map(job -> job.id().value()).toList());
        assertThat(describe().count(JobState.READY)).isEqualTo(1000);
    }

    @Test
    default void moreThanAThousandJobsAreRefusedAsAWhole() {
        assertFails(broker().produce(tube(), jobs(1001)), ErrorCode.BAD_REQUEST);
        assertThat(get(tubes().names())).doesNotContain(tube());
    }

    @Test
    default void acknowledgementsAreAnsweredInOrder() {
        produceAll(jobs(5)).forEach(ItemResult::get);
        List<Job> handed = consume(5);
        List<ItemResult<Acknowledged>> outcomes = acknowledge(List.of(
                acknowledgement(Verb.BURY, id("job-3"), handed.get(3).requireLease()),
                acknowledgement(Verb.FINISH, id("nobody"), new Lease(1)),
                acknowledgement(Verb.FINISH, id("job-0"), handed.get(0).requireLease()),
                acknowledgement(Verb.TOUCH, id("job-1"), new Lease(1)),
                new Acknowledgement.Release(id("job-2"), handed.get(2).requireLease(), HOUR, null),
                acknowledgement(Verb.TOUCH, id("job-4"), handed.get(4).requireLease())));
        assertThat(outcomes.get(0).get().state()).isEqualTo(JobState.FAILED);
        assertFailed(outcomes.get(1), ErrorCode.JOB_NOT_FOUND);
        assertThat(outcomes.get(2).get().state()).isNull();
        assertFailed(outcomes.get(3), ErrorCode.LEASE_LOST);
        assertThat(outcomes.get(4).get().state()).isEqualTo(JobState.DELAYED);
        assertThat(outcomes.get(5).get().state()).isEqualTo(JobState.RETAINED);
        assertThat(outcomes.get(5).get().id()).isEqualTo(id("job-4"));
        assertGone("job-0");
    }

    @Test
    default void aJobTwiceInABatchIsAcknowledgedInOrder() {
        Job handed = handOut(job("a"));
        Lease lease = handed.requireLease();
        List<ItemResult<Acknowledged>> outcomes = acknowledge(List.of(
                acknowledgement(Verb.TOUCH, id("a"), lease),
                acknowledgement(Verb.TOUCH, id("a"), lease),
                acknowledgement(Verb.RELEASE, id("a"), lease),
                acknowledgement(Verb.FINISH, id("a"), lease)));
        assertThat(outcomes.get(0).get().state()).isEqualTo(JobState.RETAINED);
        assertThat(outcomes.get(1).get().state()).isEqualTo(JobState.RETAINED);
        assertThat(outcomes.get(2).get().state()).isEqualTo(JobState.READY);
        assertFailed(outcomes.get(3), ErrorCode.LEASE_LOST);
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void aJobFinishedTwiceInABatchIsGoneTheSecondTime() {
        Job handed = handOut(job("a"));
        Acknowledgement finish = acknowledgement(Verb.FINISH, id("a"), handed.requireLease());
        List<ItemResult<Acknowledged>> outcomes = acknowledge(List.of(finish, finish));
        assertThat(outcomes.get(0).failure()).isNull();
        assertFailed(outcomes.get(1), ErrorCode.JOB_NOT_FOUND);
        assertThat(describe().total(TubeCounter.FINISHED)).isEqualTo(1);
    }

    @Test
    default void aThousandJobsAreAcknowledgedAtOnce() {
        produceAll(jobs(1000)).forEach(ItemResult::get);
        List<Job> handed = consume(1000);
        List<Acknowledgement> all = new ArrayList<>();
        Verb[] verbs = {Verb.FINISH, Verb.RELEASE, Verb.BURY, Verb.TOUCH};
        for (int i = 0; i < handed.size(); i++) {
            all.add(acknowledgement(
                    verbs[i % 4], handed.get(i).id(), handed.get(i).requireLease()));
        }
        List<ItemResult<Acknowledged>> outcomes = acknowledge(all);
        assertThat(outcomes.stream().map(outcome -> outcome.get().id().value()).toList())
                .containsExactlyElementsOf(ids(handed));
        Tube tube = describe();
        assertThat(tube.count(JobState.READY)).isEqualTo(250);
        assertThat(tube.count(JobState.RETAINED)).isEqualTo(250);
        assertThat(tube.count(JobState.FAILED)).isEqualTo(250);
    }

    @Test
    default void moreThanAThousandAcknowledgementsAreRefusedAsAWhole() {
        Job handed = handOut(job("a"));
        List<Acknowledgement> all = new ArrayList<>();
        for (int i = 0; i <= Limits.MAX_BATCH; i++) {
            all.add(acknowledgement(Verb.FINISH, handed.id(), handed.requireLease()));
        }
        assertFails(broker().acknowledge(tube(), all), ErrorCode.BAD_REQUEST);
        assertThat(stateOf("a")).isEqualTo(JobState.RETAINED);
    }

    @Test
    default void aThousandJobsAreKickedAtOnceAndNotOneMore() {
        List<NewJob> delayed =
                jobs(1000).stream().map(job -> job.due(Due.after(HOUR))).toList();
        produceAll(delayed).forEach(ItemResult::get);
        produce(job("one-more").due(Due.after(HOUR.plus(HOUR))));
        assertFails(broker().kick(tube(), 1001), ErrorCode.BAD_REQUEST);
        assertFails(broker().kick(tube(), 0), ErrorCode.BAD_REQUEST);
        assertThat(kick(1000)).isEqualTo(1000);
        assertThat(describe().count(JobState.READY)).isEqualTo(1000);
        assertThat(stateOf("one-more")).isEqualTo(JobState.DELAYED);
    }

    @Test
    default void twentyOfTheLargestPayloadsAreProducedAtOnce() {
        byte[] bytes = new byte[Limits.USUAL_PAYLOAD_BYTES];
        List<NewJob> large = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            large.add(NewJob.of(id("large-" + i), Payload.binary(bytes)).due(Due.after(Duration.ofSeconds(i))));
        }
        assertThat(produceAll(large))
                .allSatisfy(outcome -> assertThat(outcome.get().created()).isTrue());
    }
}
