package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledgement;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RunTimes;
import io.grape.core.tube.Sample;
import io.grape.core.tube.SampleRange;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What happened when, in every storage. */
interface SamplesContract extends StoreContract {
    Lateness TWO_ON_TIME = new Lateness(List.of(2L));

    private Samples samples() {
        return store().samples();
    }

    private Sample sample(Lateness seen) {
        return get(samples().add(tube(), seen, RunTimes.NONE));
    }

    private void produceTwo(String prefix) {
        produce(prefix + 1);
        produce(prefix + 2);
    }

    @Test
    default void aSampleHasWhatIsNewInTheTube() {
        produceTwo("a");
        consume(2);
        acknowledge(new Acknowledgement.Finish(id("a1"), Lease.CURRENT));
        Sample first = sample(TWO_ON_TIME);
        assertThat(first.counts())
                .isEqualTo(Map.of(
                        TubeCounter.PRODUCED,
                        2L,
                        TubeCounter.CONSUMED,
                        2L,
                        TubeCounter.FINISHED,
                        1L,
                        TubeCounter.RELEASED,
                        0L,
                        TubeCounter.BURIED,
                        0L,
                        TubeCounter.EXPIRED,
                        0L));
        assertThat(first.lateness()).isEqualTo(TWO_ON_TIME);
        assertThat(sample(Lateness.NONE).counts().values()).containsOnly(0L);
    }

    @Test
    default void twoBrokersAddUpAndCountNothingTwice() {
        Samples other = anotherStore(Duration.ofSeconds(6)).samples();
        produceTwo("a");
        sample(TWO_ON_TIME);
        produceTwo("b");
        get(other.add(tube(), new Lateness(List.of(1L, 0L, 4L)), RunTimes.NONE));
        sample(Lateness.NONE);
        Sample hour = get(samples().of(tube())).since(Instant.EPOCH);
        assertThat(hour.count(TubeCounter.PRODUCED)).isEqualTo(4);
        assertThat(hour.lateness()).isEqualTo(new Lateness(List.of(3L, 0L, 4L)));
    }

    @Test
    default void theMinutesOfATubeStayApartAndGoAfterAnHour() {
        produceAndSampleAt(T0);
        produceAndSampleAt(T0.plusSeconds(60));
        produceAndSampleAt(T0.plusSeconds(61));
        assertThat(get(samples().of(tube())).points().keySet()).containsExactly(T0, T0.plusSeconds(60));
        produceAndSampleAt(T0.plus(HOUR));
        Series hour = get(samples().of(tube()));
        assertThat(hour.points().keySet()).containsExactly(T0.plusSeconds(60), T0.plus(HOUR));
        assertThat(hour.points().firstEntry().getValue().count(TubeCounter.PRODUCED))
                .isEqualTo(2);
    }

    private void produceAndSampleAt(Instant now) {
        timeIs(now);
        produce("at" + now.getEpochSecond());
        sample(Lateness.NONE);
    }

    @Test
    default void aTubeFromBeforeThereWereSamplesBeginsWithWhatItHas() {
        produceTwo("a");
        forgetField("sampled");
        assertThat(sample(Lateness.NONE).count(TubeCounter.PRODUCED)).isZero();
        produceTwo("b");
        assertThat(sample(Lateness.NONE).count(TubeCounter.PRODUCED)).isEqualTo(2);
    }

    @Test
    default void anUnknownTubeHasNoSamplesAndGetsNone() {
        assertThat(get(samples().of(tube())).points()).isEmpty();
        assertFails(samples().add(tube(), TWO_ON_TIME, RunTimes.NONE), ErrorCode.TUBE_NOT_FOUND);
        assertThat(keysOfTheTube()).isEmpty();
    }

    @Test
    default void theSamplesGoWithTheTube() {
        produceTwo("a");
        sample(TWO_ON_TIME);
        assertThat(keysOfTheTube()).anyMatch(key -> key.endsWith(":samples"));
        get(tubes().delete(tube()));
        assertThat(keysOfTheTube()).isEmpty();
    }

    @Test
    default void allTubesTogetherHaveSlotsOfThreeLengthsAndGapsStayGaps() {
        Sample two = new Sample(Map.of(TubeCounter.PRODUCED, 2L), TWO_ON_TIME);
        Instant now = get(samples().add(two));
        get(samples().add(two));
        for (SampleRange range : SampleRange.values()) {
            Series series = get(samples().ofAll(range));
            assertThat(series.points()).as(range.wireName()).hasSizeBetween(1, 2);
            assertThat(series.points().firstKey()).isEqualTo(series.begin(now));
            Sample sum = series.since(Instant.EPOCH);
            assertThat(sum.count(TubeCounter.PRODUCED)).isEqualTo(4);
            assertThat(sum.lateness().count()).isEqualTo(4);
        }
    }
}
