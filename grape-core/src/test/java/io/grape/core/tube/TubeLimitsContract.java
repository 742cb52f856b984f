package io.grape.core.tube;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
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
        get(tubes().configure(tube(), TubeSettingsChange.of(limits)));
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
        create(TubeSettings.DEFAULT
                .with(TTR, Duration.ofSeconds(5))
                .with(MAX_ATTEMPTS, 3)
                .with(all));
        assertThat(describe().settings().limits()).isEqualTo(all);
        get(tubes().configure(tube(), TubeSettingsChange.of(TTR, Duration.ofSeconds(6))));
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

    private static NewJob sized(String id, int bytes) {
        return NewJob.of(id(id), Payload.binary(new byte[bytes]));
    }

    private static NewJob debounced(String id, int bytes) {
        return sized(id, bytes).onDuplicate(OnDuplicate.DEBOUNCE);
    }

    @Test
    default void jobThatReplacesAnotherNeedsRoomForWhatItIsLarger() {
        limit(null, null, null, null, 1000L);
        produceAll(sized("a", 500), sized("b", 400), delayed("later", HOUR));
        get(broker().delete(tube(), id("later"), false));
        for (OnDuplicate mode : List.of(OnDuplicate.REPLACE, OnDuplicate.DEBOUNCE)) {
            assertFailed(tried(sized("a", 601).onDuplicate(mode)), ErrorCode.TUBE_FULL);
            assertThat(peek("a").payload().bytes()).hasSize(500);
        }
        produce(sized("a", 600).onDuplicate(OnDuplicate.REPLACE));
        assertFailed(tried(sized("b", 401).onDuplicate(OnDuplicate.DEBOUNCE)), ErrorCode.TUBE_FULL);
        assertThat(produce(sized("a", 2000)).created()).as("a repeat").isFalse();
        limit(null, null, null, null, 100L);
        produce(sized("a", 600).onDuplicate(OnDuplicate.REPLACE));
        produce(sized("a", 90).onDuplicate(OnDuplicate.REPLACE));
        get(broker().delete(tube(), id("b"), false));
        produce(sized("ten", 10));
        assertFailed(tried(sized("one", 1)), ErrorCode.TUBE_FULL);
    }

    @Test
    default void jobsThatReplaceOthersInOneCallNeedRoomTogether() {
        limit(null, null, null, null, 1000L);
        produceAll(sized("a", 100), sized("b", 100), sized("c", 700));
        List<ItemResult<Produced>> outcomes = produceAll(List.of(
                sized("a", 200).onDuplicate(OnDuplicate.REPLACE),
                sized("b", 200).onDuplicate(OnDuplicate.REPLACE),
                sized("c", 600).onDuplicate(OnDuplicate.REPLACE),
                sized("d", 100)));
        outcomes.get(0).get();
        assertFailed(outcomes.get(1), ErrorCode.TUBE_FULL);
        outcomes.get(2).get();
        outcomes.get(3).get();
        assertFailed(tried(sized("e", 1)), ErrorCode.TUBE_FULL);
    }

    @Test
    default void successorNeedsRoomBesideTheJobThatItFollows() {
        limit(null, null, null, null, 1000L);
        produce(sized("a", 500));
        Job held = consume(1).get(0);
        assertFailed(tried(debounced("a", 501)), ErrorCode.TUBE_FULL);
        assertThat(produce(debounced("a", 300)).successor()).isTrue();
        assertFailed(tried(sized("b", 201)), ErrorCode.TUBE_FULL);
        produce(debounced("a", 500));
        assertFailed(tried(sized("b", 1)), ErrorCode.TUBE_FULL);
        produce(debounced("a", 100));
        finish(held);
        assertThat(peek("a").payload().bytes()).hasSize(100);
        produce(sized("b", 900));
        assertFailed(tried(sized("c", 1)), ErrorCode.TUBE_FULL);
    }

    @Test
    default void jobAndItsSuccessorLeaveTheirRoomTogether() {
        limit(null, null, null, null, 1000L);
        produce(sized("a", 500));
        consume(1);
        produce(debounced("a", 500));
        get(broker().delete(tube(), id("a"), true));
        produce(sized("b", 1000));
    }

    @Test
    default void successorFromBeforeTheCapCountsNothing() {
        produce(sized("a", 500));
        Job held = consume(1).get(0);
        produce(debounced("a", 500));
        limit(null, null, null, null, 1000L);
        produce(debounced("a", 900));
        assertFailed(tried(sized("b", 101)), ErrorCode.TUBE_FULL);
        finish(held);
        produce(sized("b", 100));
        assertFailed(tried(sized("c", 1)), ErrorCode.TUBE_FULL);
    }

    @Test
    default void fullTubeLetsJobsBeReplacedAndFollowed() {
        limit(null, null, null, 1L, null);
        produce(sized("a", 1));
        produce(sized("a", 500).onDuplicate(OnDuplicate.REPLACE));
        Job held = consume(1).get(0);
        assertThat(produce(debounced("a", 500)).successor()).isTrue();
        assertFailed(tried(sized("b", 1)), ErrorCode.TUBE_FULL);
        finish(held);
        assertFailed(tried(sized("b", 1)), ErrorCode.TUBE_FULL);
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
        assertThat(paced.reason()).isEqualTo(ExplanationReason.TUBE_RATE_LIMITED);
        assertThat(paced.limited()).isEqualTo(new Explanation.Limited(1, null, T0.plusSeconds(10)));
        assertThat(paced.detail())
                .startsWith("the tube has delivered as many jobs as its rate allows until 2030-01-01T00:00:10Z; then ");
    }

    @Test
    default void aTubeThatIsNotThereHasNoLimits() {
        assertFails(tubes().configure(tube(), TubeSettingsChange.of(TubeLimits.NONE)), ErrorCode.TUBE_NOT_FOUND);
    }
}
