package io.grape.core;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand-outs and their leases. */
public interface ConsumeContract extends ContractSteps {
    @Test
    default void anUnknownTubeIsAnEmptyOne() {
        ConsumeResult handout = handout(10);
        assertThat(handout.jobs()).isEmpty();
        assertThat(handout.next()).isNull();
        assertThat(get(tubes().names())).doesNotContain(tube());
    }

    @Test
    default void anEmptyTubeForeseesNothing() {
        create(TubeSettings.DEFAULT);
        assertThat(handout(10).jobs()).isEmpty();
        assertThat(handout(10).next()).isNull();
    }

    @Test
    default void aHandOutCarriesTheWholeJob() {
        timeIs(T0);
        produce(delayed("a", Duration.ofSeconds(2))
                .priority(8)
                .ttr(Duration.ofSeconds(30))
                .maxAttempts(4));
        timeIs(T0.plusSeconds(3));
        ConsumeResult handout = handout(5);
        assertThat(handout.at()).isEqualTo(T0.plusSeconds(3));
        Job handed = handout.jobs().get(0);
        assertThat(handed).usingRecursiveComparison().isEqualTo(peek("a"));
        assertThat(handed.state()).isEqualTo(JobState.RETAINED);
        assertThat(handed.tube()).isEqualTo(tube());
        assertThat(handed.noe()).isEqualTo(1);
        assertThat(handed.priority()).isEqualTo(8);
        assertThat(handed.maxAttempts()).isEqualTo(4);
        assertThat(handed.createdAt()).isEqualTo(T0);
        assertThat(handed.dueAt()).isEqualTo(T0.plusSeconds(2));
        assertThat(handed.leaseUntil()).isEqualTo(T0.plusSeconds(33));
    }

    @Test
    default void noMoreJobsComeThanWereAskedFor() {
        produceAll(jobs(5)).forEach(ItemResult::get);
        assertThat(consume(3)).hasSize(3);
        assertThat(consume(3)).hasSize(2);
        assertThat(consume(3)).isEmpty();
    }

    @Test
    default void aThousandJobsComeAtOnceInOrder() {
        produceAll(jobs(1000)).forEach(ItemResult::get);
        List<Job> handed = consume(1000);
        assertThat(ids(handed))
                .containsExactlyElementsOf(
                        jobs(1000).stream().map(job -> job.id().value()).toList());
        assertThat(handed.stream().map(job -> job.requireLease().value()).toList())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1001})
    default void aMaximumOutOfBoundsIsRefused(int max) {
        produce("a");
        assertFails(broker().consume(tube(), max, Duration.ZERO), ErrorCode.BAD_REQUEST);
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void everyHandOutIsCounted() {
        produce("a");
        for (int run = 1; run <= 5; run++) {
            Job handed = consume();
            assertThat(handed.noe()).isEqualTo(run);
            release(handed, Duration.ZERO);
            assertThat(peek("a").noe()).isEqualTo(run);
        }
        assertThat(describe().total(TubeCounter.CONSUMED)).isEqualTo(5);
    }

    @Test
    default void aLeaseIsAbout1024TimesTheMillisecond() {
        timeIs(T0);
        Job handed = handOut(job("a"));
        assertThat(handed.requireLease().value()).isEqualTo(T0.toEpochMilli() * 1024);
        assertThat(handed.requireLease().grantedAtMillis()).isEqualTo(T0.toEpochMilli());
    }

    @Test
    default void leasesGrowAlsoWithinAMillisecondAndWhenTheClockGoesBack() {
        timeIs(T0);
        produceAll(jobs(1000)).forEach(ItemResult::get);
        produceAll(IntStream.range(0, 200).mapToObj(i -> job("more-" + i)).toList())
                .forEach(ItemResult::get);
        long first = T0.toEpochMilli() * 1024;
        assertThat(leases(consume(1000))).containsExactlyElementsOf(numbersFrom(first, 1000));
        assertThat(leases(consume(100))).containsExactlyElementsOf(numbersFrom(first + 1000, 100));
        timeIs(T0.minusSeconds(60));
        produce(job("earlier").due(Due.at(Instant.EPOCH)));
        assertThat(leases(consume(1))).containsExactlyElementsOf(numbersFrom(first + 1100, 1));
        timeIs(T0.plusMillis(5));
        assertThat(leases(consume(1))).containsExactlyElementsOf(numbersFrom(first + 5 * 1024, 1));
    }

    private static List<Long> leases(List<Job> jobs) {
        return jobs.stream().map(job -> job.requireLease().value()).toList();
    }

    private static List<Long> numbersFrom(long first, int count) {
        return IntStream.range(0, count).mapToObj(i -> first + i).toList();
    }

    @Test
    default void aJobWhoseLeaseRanOutIsHandedOutAtOnce() {
        timeIs(T0);
        Job first = handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusMillis(999));
        assertThat(consume(1)).isEmpty();
        timeIs(T0.plusSeconds(1));
        Job second = consume();
        assertThat(second.id()).isEqualTo(id("a"));
        assertThat(second.noe()).isEqualTo(2);
        assertThat(second.dueAt()).isEqualTo(T0.plusSeconds(1));
        assertThat(second.requireLease().value())
                .isGreaterThan(first.requireLease().value());
        assertThat(describe().total(TubeCounter.EXPIRED)).isEqualTo(1);
    }

    @Test
    default void aLeaseThatRanOutOnTheLastAttemptFailsTheJob() {
        timeIs(T0);
        handOut(job("a").ttr(Duration.ofSeconds(1)).maxAttempts(1));
        timeIs(T0.plusSeconds(2));
        assertThat(consume(1)).isEmpty();
        assertThat(stateOf("a")).isEqualTo(JobState.FAILED);
        assertThat(peek("a").reason()).isEqualTo("attempts are spent");
    }

    @Test
    default void oneOfManyRunOutLeasesIsHandedOutAtOnce() {
        timeIs(T0);
        NewJob[] many =
                jobs(500).stream().map(job -> job.ttr(Duration.ofSeconds(1))).toArray(NewJob[]::new);
        produceAll(many);
        assertThat(consume(1000)).hasSize(500);
        timeIs(T0.plusSeconds(1));
        assertThat(drain()).hasSize(500);
    }

    @Test
    default void anEndlessJobIsHandedOutForEver() {
        timeIs(T0);
        produce(job("a").ttr(Duration.ofSeconds(1)).maxAttempts(0));
        for (int run = 1; run <= 50; run++) {
            timeIs(T0.plusSeconds(run));
            assertThat(consume().noe()).isEqualTo(run);
        }
    }

    @Test
    default void nextTellsWhenTheNextJobIsDue() {
        timeIs(T0);
        produce(delayed("b", Duration.ofSeconds(9)).priority(3));
        produce(delayed("a", Duration.ofSeconds(7)));
        assertThat(handout(1).next()).isEqualTo(Duration.ofSeconds(7));
        timeIs(T0.plusMillis(6999));
        assertThat(handout(1).next()).isEqualTo(Duration.ofMillis(1));
        timeIs(T0.plusSeconds(7));
        ConsumeResult handout = handout(2);
        assertThat(handout.jobs()).hasSize(1);
        assertThat(handout.next()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    default void nextTellsWhenTheNextLeaseRunsOut() {
        timeIs(T0);
        handOut(job("a").ttr(Duration.ofSeconds(4)));
        assertThat(handout(1).next()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    default void nextIsAbsentWhenAsManyCameAsWereAskedFor() {
        produceAll(jobs(3)).forEach(ItemResult::get);
        assertThat(handout(3).next()).isNull();
    }

    @Test
    default void tenOfTheLargestPayloadsComeInAFewHandOuts() {
        produceLarge(10);
        List<Job> handed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            handed.addAll(consume(10));
        }
        assertThat(handed).hasSize(10);
        handed.forEach(job -> assertThat(job.payload().bytes()).hasSize(Limits.USUAL_PAYLOAD_BYTES));
    }

    @Test
    default void aHandOutEndsBeforeItGrowsTooLargeAndSaysThatThereIsMore() {
        produceLarge(24);
        ConsumeResult first = handout(1000);
        assertThat(first.jobs()).hasSizeBetween(2, 3);
        assertThat(first.next()).isEqualTo(Duration.ZERO);
        assertThat(drain()).hasSize(24 - first.jobs().size());
    }

    private void produceLarge(int count) {
        byte[] bytes = new byte[Limits.USUAL_PAYLOAD_BYTES];
        for (int i = 0; i < count; i++) {
            produce(NewJob.of(id("large-" + i), Payload.binary(bytes)));
        }
    }
}
