package io.grape.core.tube;

import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.job.Due;
import io.grape.core.job.Explanation;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How much a tube delivers and holds. */
public interface TubeLimitsContract extends ContractSteps {
    private void limit(
            @Nullable Integer concurrency,
            @Nullable Double perSecond,
            @Nullable Integer burst,
            @Nullable Long maxJobs,
            @Nullable Long maxBytes) {
        limit(new TubeLimits(concurrency, perSecond, burst, maxJobs, maxBytes));
    }

    private void limit(TubeLimits limits) {
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), new TubeSettingsChange(null, null, limits, null)));
        assertThat(describe().settings().limits()).isEqualTo(limits);
    }

    private ItemResult<Produced> tried(NewJob job) {
        try {
            return produceAll(List.of(job)).get(0);
        } catch (GrapeException failure) {
            return ItemResult.failed(failure.code(), failure.detail());
        }
    }

    private Explanation explained(String id) {
        return get(broker().explain(tube(), id(id)));
    }

    @Test
    default void aNewTubeHasNone() {
        create(TubeSettings.DEFAULT);
        assertThat(describe().settings().limits()).isEqualTo(TubeLimits.NONE);
    }

    @Test
    default void aTubeIsMadeWithLimits() {
        TubeLimits all = new TubeLimits(3, 0.5, 2, 10L, 1000L);
        create(new TubeSettings(Duration.ofSeconds(5), 3, all));
        assertThat(describe().settings().limits()).isEqualTo(all);
        get(tubes().configure(tube(), new TubeSettingsChange(Duration.ofSeconds(6), null)));
        assertThat(describe().settings().limits()).isEqualTo(all);
        limit(TubeLimits.NONE);
    }

    @Test
    default void noMoreLeasesThanItsConcurrencyAreGiven() {
        limit(2, null, null, null, null);
        produceAll(jobs(5)).forEach(ItemResult::get);
        List<Job> held = consume(5);
        assertThat(held).hasSize(2);
        assertThat(consume(5)).isEmpty();
        finish(held.get(0));
        assertThat(consume(5)).hasSize(1);
        release(held.get(1), HOUR);
        List<Job> third = consume(5);
        assertThat(third).hasSize(1);
        bury(third.get(0), "broken");
        List<Job> fourth = consume(5);
        assertThat(fourth).hasSize(1);
        get(broker().delete(tube(), fourth.get(0).id(), true));
        limit(TubeLimits.NONE);
    }

    @Test
    default void aLeaseThatRanOutCountsNoMore() {
        timeIs(T0);
        limit(1, null, null, null, null);
        produceAll(job("a").ttr(Duration.ofSeconds(2)), job("b"));
        consume(1);
        timeIs(T0.plusMillis(1999));
        assertThat(consume(1)).isEmpty();
        timeIs(T0.plusSeconds(2));
        assertThat(consume(2)).hasSize(1);
    }

    @Test
    default void aChangedConcurrencyHoldsForTheBacklog() {
        limit(1, null, null, null, null);
        produceAll(jobs(5)).forEach(ItemResult::get);
        assertThat(consume(5)).hasSize(1);
        limit(3, null, null, null, null);
        assertThat(consume(5)).hasSize(2);
        limit(1, null, null, null, null);
        assertThat(consume(5)).isEmpty();
        limit(TubeLimits.NONE);
        assertThat(consume(5)).hasSize(2);
    }

    @Test
    default void deliveriesComeAtTheRateAfterABurst() {
        timeIs(T0);
        limit(null, 2.0, 3, null, null);
        produceAll(jobs(9)).forEach(ItemResult::get);
        assertThat(consume(9)).hasSize(3);
        timeIs(T0.plusMillis(499));
        assertThat(consume(9)).isEmpty();
        timeIs(T0.plusMillis(500));
        assertThat(consume(9)).hasSize(1);
        timeIs(T0.plusMillis(1999));
        assertThat(consume(9)).hasSize(2);
        timeIs(T0.plusSeconds(60));
        assertThat(consume(9)).hasSize(3);
    }

    @Test
    default void aClockThatIsSetBackStopsNoTube() {
        timeIs(T0);
        limit(null, 1.0, 1, null, null);
        jobs(3).forEach(job -> produce(job.due(Due.at(T0.minusSeconds(7200)))));
        assertThat(consume(3)).hasSize(1);
        timeIs(T0.minusSeconds(3600));
        assertThat(consume(3)).isEmpty();
        timeIs(T0.minusSeconds(3599));
        assertThat(consume(3)).hasSize(1);
    }

    @Test
    default void nextTellsWhenTheLimitsAllowMore() {
        timeIs(T0);
        limit(1, null, null, null, null);
        produceAll(job("a").ttr(Duration.ofSeconds(2)), job("b"), job("c"));
        assertThat(handout(3).next()).isEqualTo(Duration.ofSeconds(2));
        limit(null, 2.0, 1, null, null);
        assertThat(handout(3).next()).isEqualTo(Duration.ofMillis(500));
        timeIs(T0.plusMillis(499));
        assertThat(handout(3).next()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    default void whatIsTakenByItsIdCountsToo() {
        timeIs(T0);
        limit(1, null, null, null, null);
        produceAll(job("a"), job("b"));
        get(broker().take(tube(), id("b")));
        assertThatThrownBy(() -> get(broker().take(tube(), id("a"))))
                .hasMessageEndingWith(" delivers nothing now: its concurrency is used up");
        limit(null, 1.0, 1, null, null);
        assertThat(consume(1)).hasSize(1);
        produceAll(job("c"));
        assertThatThrownBy(() -> get(broker().take(tube(), id("c"))))
                .hasMessageEndingWith(" delivers nothing now: its rate is used up");
    }

    @Test
    default void aFullTubeTakesNoNewJob() {
        limit(null, null, null, 2L, null);
        List<ItemResult<Produced>> outcomes = produceAll(jobs(4));
        outcomes.subList(0, 2).forEach(ItemResult::get);
        outcomes.subList(2, 4).forEach(full -> assertFailed(full, ErrorCode.TUBE_FULL));
        assertFailed(tried(job("other")), ErrorCode.TUBE_FULL);
        assertThat(describe().count(JobState.READY)).isEqualTo(2);
        assertThat(produce(job("job-0")).created()).as("a repeat").isFalse();
        assertThat(produce(job("job-1").onDuplicate(OnDuplicate.REPLACE)).created())
                .isFalse();
        Job held = consume(1).get(0);
        assertFailed(tried(job("other")), ErrorCode.TUBE_FULL);
        finish(held);
        assertThat(produce(job("other")).created()).isTrue();
        assertFailed(tried(job("one-more")), ErrorCode.TUBE_FULL);
        limit(TubeLimits.NONE);
        assertThat(produce(job("one-more")).created()).isTrue();
    }

    @Test
    default void aTubeHoldsNoMoreBytesThanItMay() {
        limit(null, null, null, null, 1000L);
        NewJob large = NewJob.of(id("large"), Payload.binary(new byte[900]));
        produce(large);
        assertFailed(tried(NewJob.of(id("more"), Payload.binary(new byte[101]))), ErrorCode.TUBE_FULL);
        produce(NewJob.of(id("more"), Payload.binary(new byte[100])));
        assertFailed(tried(NewJob.of(id("one"), Payload.binary(new byte[1]))), ErrorCode.TUBE_FULL);
        produce(NewJob.of(id("large"), Payload.binary(new byte[500])).onDuplicate(OnDuplicate.REPLACE));
        produce(NewJob.of(id("tagged"), Payload.binary(new byte[0]))
                .tags(new JobTags("k".repeat(97), List.of()))
                .headers(new Headers(Map.of("a", "b".repeat(200)))));
        assertFailed(tried(NewJob.of(id("half"), Payload.binary(new byte[100]))), ErrorCode.TUBE_FULL);
        get(broker().delete(tube(), id("large"), false));
        produce(NewJob.of(id("half"), Payload.binary(new byte[500])));
        consume(10).forEach(this::finish);
        produce(NewJob.of(id("whole"), Payload.binary(new byte[1000])));
    }

    @Test
    default void whatWasThereBeforeItsCapOfBytesCountsNothing() {
        produceAll(jobs(3)).forEach(ItemResult::get);
        limit(null, null, null, null, 10L);
        produce(NewJob.of(id("ten"), Payload.binary(new byte[10])));
        consume(3).forEach(this::finish);
        assertFailed(tried(job("one")), ErrorCode.TUBE_FULL);
        limit(TubeLimits.NONE);
        limit(null, null, null, null, 10L);
        produce(NewJob.of(id("again"), Payload.binary(new byte[10])));
    }

    @Test
    default void aFullTubeRefusesNoReleaseAndNoKick() {
        limit(null, null, null, 1L, null);
        produce("a");
        release(consume(), Duration.ZERO);
        bury(consume(), "broken");
        kick("a", Duration.ZERO);
        assertThat(consume(1)).hasSize(1);
    }

    @Test
    default void aJobThatWaitsForALimitSaysSo() {
        timeIs(T0);
        limit(1, null, null, null, null);
        produceAll(job("a").ttr(Duration.ofSeconds(30)), job("b"));
        consume(1);
        Explanation busy = explained("b");
        assertThat(busy.reason()).isEqualTo(ExplanationReason.TUBE_BUSY);
        assertThat(busy.limited()).isEqualTo(new Explanation.Limited(1, 1, T0.plusSeconds(30)));
        assertThat(busy.detail())
                .startsWith(
                        "the tube has 1 leases of at most 1, and delivers nothing before one of them ends, or until "
                                + "2030-01-01T00:00:30Z; then nothing goes before it");
        limit(null, 0.1, 1, null, null);
        finish(peek("a"));
        assertThat(explained("b").reason()).isEqualTo(ExplanationReason.NEXT);
        consume(1);
        produce("c");
        Explanation paced = explained("c");
        assertThat(paced.reason()).isEqualTo(ExplanationReason.TUBE_PACED);
        assertThat(paced.limited()).isEqualTo(new Explanation.Limited(1, null, T0.plusSeconds(10)));
        assertThat(paced.detail())
                .startsWith("the tube has delivered as many jobs as its rate allows until 2030-01-01T00:00:10Z; then ");
    }

    @Test
    default void aTubeThatIsNotThereHasNoLimits() {
        assertFails(
                tubes().configure(tube(), new TubeSettingsChange(null, null, TubeLimits.NONE, null)),
                ErrorCode.TUBE_NOT_FOUND);
    }
}
