package io.grape.core.tube;

import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.catalog.TubeFields;
import io.grape.core.ContractSteps;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** In a tube with a retry, the broker decides when a job is tried again. */
public interface RetryContract extends ContractSteps {
    Duration TTR = Duration.ofSeconds(10);

    private static NewJob brief(String id) {
        return job(id).ttr(TTR);
    }

    private void retry(long firstSeconds, long mostSeconds, double factor, double jitter) {
        RetrySettings retry =
                new RetrySettings(Duration.ofSeconds(firstSeconds), Duration.ofSeconds(mostSeconds), factor, jitter);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(retry)));
        assertThat(describe().settings().retry()).isEqualTo(retry);
    }

    private Acknowledged release(Job job, @Nullable Duration delay, @Nullable Duration rest) {
        return acknowledge(new Acknowledgement.Release(job.id(), job.requireLease(), delay, null, rest))
                .get();
    }

    @Test
    default void aNewTubeHasNoRetry() {
        create(TubeSettings.DEFAULT);
        assertThat(describe().settings().retry()).isEqualTo(RetrySettings.NONE);
        retry(1, 2, 1.5, 0.25);
        get(tubes().configure(tube(), TubeSettingsChange.of(TubeFields.TTR, TTR)));
        assertThat(describe().settings().retry().factor()).isEqualTo(1.5);
        get(tubes().configure(tube(), TubeSettingsChange.of(RetrySettings.NONE)));
        assertThat(describe().settings().retry()).isEqualTo(RetrySettings.NONE);
    }

    @Test
    default void withoutARetryAReleaseWithoutADelayIsAtOnce() {
        produce("a");
        assertThat(release(consume(), null, null).state()).isEqualTo(JobState.READY);
    }

    @Test
    default void aReleaseWithoutADelayIsTriedAgainLaterEachTime() {
        retry(3600, 10_000, 2, 0);
        produce("a");
        for (long seconds : List.of(3600, 7200, 10_000, 10_000)) {
            Job held = take("a");
            Acknowledged back = release(held, null, null);
            assertThat(back.state()).isEqualTo(JobState.DELAYED);
            assertThat(peek("a").delay()).isEqualTo(Duration.ofSeconds(seconds));
        }
        assertThat(describe().total(TubeCounter.RELEASED)).isEqualTo(4);
    }

    @Test
    default void aDelayThatIsAskedForCounts() {
        retry(3600, 3600, 1, 0);
        produce("a");
        assertThat(release(consume(), Duration.ZERO, null).state()).isEqualTo(JobState.READY);
        release(consume(), Duration.ofMinutes(5), null);
        assertThat(peek("a").delay()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    default void aKickBeginsAnew() {
        retry(3600, 10_000, 2, 0);
        produce("a");
        release(consume(), null, null);
        kick("a", Duration.ZERO);
        release(consume(), null, null);
        assertThat(peek("a").delay()).isEqualTo(HOUR);
    }

    @Test
    default void spentAttemptsFailAtOnce() {
        timeIs(T0);
        retry(3600, 3600, 1, 0);
        produceAll(brief("expired").maxAttempts(1), job("released").maxAttempts(1));
        List<Job> held = consume(2);
        assertThat(release(held.get(1), null, null).state()).isEqualTo(JobState.FAILED);
        timeIs(T0.plus(TTR));
        expireLeases();
        assertThat(peek("expired").failedAt()).isEqualTo(T0.plus(TTR));
    }

    @Test
    default void aLeaseThatRanOutIsTriedAgainAfterTheDelayFromItsDeadline() {
        timeIs(T0);
        retry(60, 90, 2, 0);
        produce(brief("a"));
        consume();
        Instant deadline = T0.plus(TTR);
        timeIs(deadline.plusSeconds(1));
        assertThat(expireLeases().expired()).isEqualTo(1);
        Job back = peek("a");
        assertThat(back.state()).isEqualTo(JobState.DELAYED);
        assertThat(back.dueAt()).isEqualTo(deadline.plusSeconds(60));
        assertThat(back.delay()).isEqualTo(Duration.ofSeconds(60));
        assertThat(consume(1)).isEmpty();
        timeIs(deadline.plusSeconds(60));
        assertThat(consume().noe()).isEqualTo(2);
        timeIs(deadline.plusSeconds(1000));
        assertThat(consume().dueAt())
                .isEqualTo(deadline.plusSeconds(60).plus(TTR).plusSeconds(90));
    }

    @Test
    default void aConsumeThatMeetsALeaseThatRanOutDoesNotDeliverItsJobAtOnce() {
        timeIs(T0);
        retry(60, 60, 1, 0);
        produceAll(brief("a"), delayed("b", TTR.plusSeconds(1)));
        consume(1);
        timeIs(T0.plus(TTR).plusSeconds(1));
        assertThat(ids(consume(5))).containsExactly("b");
        assertThat(stateOf("a")).isEqualTo(JobState.DELAYED);
        timeIs(T0.plus(TTR).plusSeconds(59));
        assertThat(consume(1)).isEmpty();
        timeIs(T0.plus(TTR).plusSeconds(60));
        assertThat(ids(consume(1))).containsExactly("a");
    }

    @Test
    default void theJitterShortensTheDelayOfEachJobByItself() {
        retry(4000, 4000, 1, 0.5);
        produceAll(ContractSteps.jobs(20)).forEach(produced -> produced.get());
        List<Duration> delays = new ArrayList<>();
        for (Job held : consume(20)) {
            release(held, null, null);
            delays.add(peek(held.id().value()).delay());
        }
        assertThat(delays)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(2000), Duration.ofSeconds(4000)));
        assertThat(delays.stream().distinct().count()).isGreaterThan(15);
    }

    @Test
    default void aLateFinishFindsItsJobWhereItWaits() {
        timeIs(T0);
        retry(60, 60, 1, 0);
        produce(brief("a"));
        Job held = consume();
        timeIs(T0.plus(TTR).plusSeconds(1));
        expireLeases();
        finish(held);
        assertGone("a");
        assertThat(describe().count(JobState.DELAYED)).isZero();
    }

    @Test
    default void whereKeysKeepTheirOrderTheKeyRests() {
        timeIs(T0);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(
                        tube(),
                        TubeSettingsChange.of(
                                new KeySettings(KeyOrder.JOBS, null, null, null, true, OnFailure.SKIP, null))));
        retry(60, 60, 1, 0);
        JobTags tags = new JobTags("ann", List.of());
        produceAll(brief("first").tags(tags), brief("second").tags(tags));
        consume(1);
        timeIs(T0.plus(TTR));
        expireLeases();
        assertThat(stateOf("first")).isEqualTo(JobState.READY);
        assertThat(consume(2)).isEmpty();
        timeIs(T0.plus(TTR).plusSeconds(59));
        assertThat(consume(2)).isEmpty();
        timeIs(T0.plus(TTR).plusSeconds(60));
        Job again = consume(2).get(0);
        assertThat(again.id().value()).isEqualTo("first");
        release(again, null, null);
        assertThat(consume(2)).isEmpty();
        timeIs(T0.plus(TTR).plusSeconds(120));
        again = consume(2).get(0);
        assertThat(again.id().value()).isEqualTo("first");
        release(again, null, Duration.ofSeconds(5));
        timeIs(T0.plus(TTR).plusSeconds(125));
        assertThat(ids(consume(2))).containsExactly("first");
    }
}
