package io.grape.server.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.PendingConsume;
import io.grape.core.tube.TubeSettings;
import io.grape.server.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Consumers that wait, at one of two brokers. */
@Tag("slow")
class ParkedConsumersTest extends ParkedConsumersSteps {
    private static NewJob job(String id) {
        return NewJob.of(new JobId(id), Payload.binary(new byte[] {1}));
    }

    @Test
    void aProduceAtAnotherBrokerIntoATubeThatWasNotThereWakes() {
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        there.produce(TUBE, "a");
        assertThat(ids(Node.get(parked))).containsExactly("a");
    }

    @Test
    void aJobIsHandedOutWhenItIsDueAndNotBefore() {
        Node.get(there.store.tubes().create(TUBE, TubeSettings.DEFAULT));
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        there.produce(TUBE, job("late").due(Due.after(Duration.ofSeconds(20))));
        there.produce(TUBE, job("soon").due(Due.after(Duration.ofMillis(300))));
        Job soon = Node.get(parked).get(0);
        assertThat(soon.id().value()).isEqualTo("soon");
        assertThat(soon.requireLease().grantedAtMillis())
                .isGreaterThanOrEqualTo(soon.createdAt().toEpochMilli() + 300);
    }

    @Test
    void aReleaseAtAnotherBrokerWakes() {
        there.produce(TUBE, "a");
        Job held = there.consume(TUBE, 1, Duration.ZERO).get(0);
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        there.acknowledge(TUBE, new Acknowledgement.Release(held.id(), held.requireLease(), Duration.ZERO, null))
                .get();
        assertThat(Node.get(parked).get(0).noe()).isEqualTo(2);
    }

    @Test
    void aKickAtAnotherBrokerWakes() {
        there.produce(TUBE, job("a").due(Due.after(Duration.ofHours(1))));
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        Node.get(there.broker().kick(TUBE, new JobId("a"), Duration.ZERO));
        assertThat(ids(Node.get(parked))).containsExactly("a");
    }

    @Test
    void kickingManyAtAnotherBrokerWakes() {
        there.produce(TUBE, job("a").due(Due.after(Duration.ofHours(1))));
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        Node.get(there.broker().kick(TUBE, 5));
        assertThat(ids(Node.get(parked))).containsExactly("a");
    }

    @Test
    void aResumeAtAnotherBrokerWakes() {
        there.produce(TUBE, "a");
        Node.get(there.store.tubes().pause(TUBE, null, "holiday"));
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        Node.get(there.store.tubes().resume(TUBE));
        assertThat(ids(Node.get(parked))).containsExactly("a");
    }

    @Test
    void theEndOfAPauseWakes() {
        there.produce(TUBE, "a");
        Node.get(there.store.tubes().pause(TUBE, Duration.ofMillis(700), "short"));
        assertThat(ids(Node.get(parkHere(1, TUBE)))).containsExactly("a");
    }

    @Test
    void aLeaseThatRunsOutWakes() {
        there.produce(TUBE, job("a").ttr(Duration.ofSeconds(1)));
        Job held = there.consume(TUBE, 1, Duration.ZERO).get(0);
        Job again = Node.get(parkHere(1, TUBE)).get(0);
        assertThat(again.noe()).isEqualTo(2);
        assertThat(again.dueAt()).isEqualTo(held.leaseUntil());
    }

    @Test
    void aHandedBackJobWakesAnother() {
        there.produce(TUBE, "a");
        List<Job> held = there.consume(TUBE, 1, Duration.ZERO);
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        there.parked.giveBack(held);
        assertThat(Node.get(parked).get(0).noe()).isEqualTo(1);
    }

    @Test
    void aBoundedPollStandsBehindHintsThatGotLost() {
        try (Node deaf = Node.deaf(namespace)) {
            CompletionStage<List<Job>> parked =
                    deaf.parked.consume(List.of(TUBE), 1, LONG).jobs();
            await().until(() -> deaf.parked.count() == 1);
            there.produce(TUBE, "a");
            assertThat(ids(Node.get(parked))).containsExactly("a");
        }
    }

    @Test
    void whoWaitsShorterThanALookTakesStillGetsWhatIsThere() {
        for (int i = 0; i < 200; i++) {
            there.produce(TUBE, "job" + i);
            List<Job> jobs = Node.get(
                    here.parked.consume(List.of(TUBE), 1, Duration.ofMillis(1)).jobs());
            assertThat(ids(jobs)).containsExactly("job" + i);
        }
    }

    @Test
    void aConsumerThatLeavesSwallowsNothing() {
        there.produce(TUBE, job("a").due(Due.after(Duration.ofMillis(400))));
        for (int i = 0; i < 20; i++) {
            PendingConsume visit = here.parked.consume(List.of(TUBE), 1, LONG);
            visit.leave();
            assertThat(Node.get(visit.jobs())).isEmpty();
        }
        List<Job> jobs = there.consume(TUBE, 1, LONG);
        assertThat(ids(jobs)).containsExactly("a");
        assertThat(jobs.get(0).noe()).isEqualTo(1);
    }

    @Test
    void consumersThatLeaveWhileJobsComeSwallowNothing() {
        List<Job> got = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            PendingConsume visit = here.parked.consume(List.of(TUBE), 3, LONG);
            there.produce(TUBE, "job" + i);
            visit.leave();
            got.addAll(Node.get(visit.jobs()));
        }
        await().untilAsserted(() -> {
            got.addAll(there.consume(TUBE, 1000, Duration.ZERO));
            assertThat(got).hasSize(300);
        });
        assertThat(got).allSatisfy(job -> assertThat(job.noe()).isEqualTo(1));
    }

    @Test
    void jobsAreDealtSoThatNobodyTakesAll() {
        CompletionStage<List<Job>> greedy = parkHere(100, TUBE);
        CompletionStage<List<Job>> modest = parkHere(1, TUBE);
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            jobs.add(job("job" + i));
        }
        Node.get(there.broker().produce(TUBE, jobs));
        assertThat(Node.get(modest)).hasSize(1);
        assertThat(Node.get(greedy)).isNotEmpty();
    }

    @Test
    void severalTubesAreTriedInTheirOrderAndAnyOfThemWakes() {
        there.produce(OTHER, "m");
        there.produce(TUBE, "o");
        assertThat(ids(Node.get(
                        here.parked.consume(List.of(TUBE, OTHER), 2, LONG).jobs())))
                .containsExactly("o", "m");
        CompletionStage<List<Job>> parked = parkHere(1, TUBE, OTHER);
        there.produce(OTHER, "n");
        assertThat(ids(Node.get(parked))).containsExactly("n");
        await().until(() -> here.parked.count() == 0);
    }

    @Test
    void aConsumerOfSeveralTubesTakesOneJobWhenAllBecomeReadyAtOnce() {
        CompletionStage<List<Job>> parked = parkHere(1, TUBE, OTHER);
        there.produce(TUBE, job("a").due(Due.after(Duration.ofMillis(300))));
        there.produce(OTHER, job("b").due(Due.after(Duration.ofMillis(300))));
        Job first = Node.get(parked).get(0);
        List<Job> second =
                Node.get(there.parked.consume(List.of(TUBE, OTHER), 5, LONG).jobs());
        assertThat(second).hasSize(1);
        assertThat(second.get(0).noe()).isEqualTo(1);
        assertThat(second.get(0).id()).isNotEqualTo(first.id());
    }

    @Test
    void waitingEndsWithNothingWhenTheTimeIsUp() {
        assertThat(here.consume(TUBE, 1, Duration.ofMillis(50))).isEmpty();
        await().until(() -> here.parked.count() == 0);
    }

    @Test
    void drainingAnswersThoseWhoWaitAndLetsNobodyIn() {
        CompletionStage<List<Job>> parked = parkHere(1, TUBE);
        here.parked.drain().await();
        assertThat(Node.get(parked)).isEmpty();
        assertThatThrownBy(() -> here.consume(TUBE, 1, LONG))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DRAINING));
    }

    @Test
    void everyJobOfAStormReachesOneOfManyConsumersOnce() {
        int jobs = 2000;
        List<CompletionStage<List<Job>>> visits = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            Node node = i % 2 == 0 ? here : there;
            visits.add(node.parked.consume(List.of(TUBE), 1, LONG).jobs());
        }
        List<NewJob> batch = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            batch.add(job("job" + i).due(Due.after(Duration.ofMillis(i % 200))));
        }
        Node.get(there.broker().produce(TUBE, batch.subList(0, 1000)));
        Node.get(here.broker().produce(TUBE, batch.subList(1000, 2000)));
        Set<String> seen = new HashSet<>();
        for (CompletionStage<List<Job>> visit : visits) {
            List<Job> got = Node.get(visit);
            assertThat(got).hasSize(1);
            assertThat(got.get(0).state()).isEqualTo(JobState.RETAINED);
            assertThat(got.get(0).noe()).isEqualTo(1);
            seen.addAll(ids(got));
        }
        assertThat(seen).hasSize(jobs);
    }
}
