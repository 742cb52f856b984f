package io.grape.core;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases that run out. */
public interface ExpiryContract extends ContractSteps {
    private static NewJob brief(String id) {
        return job(id).ttr(Duration.ofSeconds(10));
    }

    @Test
    default void aJobWhoseLeaseRanOutIsDueAgainSinceItsDeadline() {
        timeIs(T0);
        handOut(brief("a"));
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(1, null));
        Job back = peek("a");
        assertThat(back.state()).isEqualTo(JobState.READY);
        assertThat(back.dueAt()).isEqualTo(T0.plusSeconds(10));
        assertThat(back.noe()).isEqualTo(1);
        assertThat(back.lease()).isNull();
        Tube tube = describe();
        assertThat(tube.total(TubeCounter.EXPIRED)).isEqualTo(1);
        assertThat(tube.total(TubeCounter.BURIED)).isZero();
    }

    @Test
    default void aJobWhoseAttemptsAreSpentFailsWhenItsLeaseRunsOut() {
        timeIs(T0);
        handOut(brief("a").maxAttempts(1));
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases().expired()).isEqualTo(1);
        Job failed = peek("a");
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.reason()).isEqualTo("attempts are spent");
        assertThat(failed.noe()).isEqualTo(1);
        Tube tube = describe();
        assertThat(tube.total(TubeCounter.EXPIRED)).isEqualTo(1);
        assertThat(tube.total(TubeCounter.BURIED)).isEqualTo(1);
    }

    @Test
    default void failedJobsAreListedByWhenTheyFailed() {
        timeIs(T0);
        handOut(brief("ran-out").maxAttempts(1));
        handOut(job("buried-before"));
        handOut(job("buried-after"));
        timeIs(T0.plusSeconds(9));
        acknowledge(new Acknowledgement.Bury(id("buried-before"), Lease.CURRENT, "", null))
                .get();
        timeIs(T0.plusSeconds(11));
        acknowledge(new Acknowledgement.Bury(id("buried-after"), Lease.CURRENT, "", null))
                .get();
        JobPage page = get(broker().list(tube(), new JobQuery(JobState.FAILED, 10, null)));
        assertThat(ids(page.jobs())).containsExactly("buried-before", "ran-out", "buried-after");
    }

    @Test
    default void migrationEndsNoLeaseThatRuns() {
        timeIs(T0);
        handOut(brief("a"));
        timeIs(T0.plusMillis(9999));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, Duration.ofMillis(1)));
        assertThat(stateOf("a")).isEqualTo(JobState.RETAINED);
        timeIs(T0.plusSeconds(10));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(1, null));
    }

    @Test
    default void migrationOfATubeWithoutLeasesHasNothingToDo() {
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, null));
        create(TubeSettings.DEFAULT);
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, null));
    }

    @Test
    default void migrationEndsAHundredLeasesARun() {
        timeIs(T0);
        produceAll(
                jobs(250).stream().map(job -> job.ttr(Duration.ofSeconds(10))).toArray(NewJob[]::new));
        assertThat(consume(1000)).hasSize(250);
        handOut(job("later").ttr(Duration.ofSeconds(20)));
        timeIs(T0.plusSeconds(10));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(100, Duration.ZERO));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(100, Duration.ZERO));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(50, Duration.ofSeconds(10)));
        assertThat(describe().count(JobState.READY)).isEqualTo(250);
    }

    @Test
    default void aLeaseThatRanOutCountsAsReadyBeforeAnybodyMigrates() {
        timeIs(T0);
        handOut(brief("a"));
        timeIs(T0.plusSeconds(13));
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(peek("a").dueAt()).isEqualTo(T0.plusSeconds(10));
        assertThat(peek("a").lease()).isNull();
        Tube tube = describe();
        assertThat(tube.count(JobState.READY)).isEqualTo(1);
        assertThat(tube.count(JobState.RETAINED)).isZero();
        assertThat(tube.oldestReady()).isEqualTo(Duration.ofSeconds(3));
        assertThat(tube.nextLeaseUntil()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 250})
    default void leasesThatRanOutAreListedAsReady(int count) {
        timeIs(T0);
        produceAll(
                jobs(count).stream().map(job -> job.ttr(Duration.ofSeconds(10))).toArray(NewJob[]::new));
        assertThat(consume(1000)).hasSize(count);
        produce(job("due-later").due(Due.at(T0.plusSeconds(11))));
        timeIs(T0.plusSeconds(13));
        JobPage ready = get(broker().list(tube(), new JobQuery(JobState.READY, 1000, null)));
        assertThat(ready.jobs()).hasSize(count + 1);
        assertThat(ids(ready.jobs())).endsWith("due-later");
        assertThat(get(broker().list(tube(), new JobQuery(JobState.RETAINED, 1000, null)))
                        .jobs())
                .isEmpty();
    }

    @Test
    default void migrationGoesOnWhileTheTubeIsPaused() {
        timeIs(T0);
        handOut(brief("a"));
        get(tubes().pause(tube(), HOUR, ""));
        timeIs(T0.plusSeconds(10));
        assertThat(expireLeases().expired()).isEqualTo(1);
        assertThat(consume(1)).isEmpty();
    }
}
