package io.grape.core.tube;

import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Making, configuring, describing and removing tubes. */
public interface TubeContract extends ContractSteps {
    @Test
    default void aTubeIsMadeOnce() {
        TubeSettings settings =
                TubeSettings.DEFAULT.with(TTR, Duration.ofSeconds(5)).with(MAX_ATTEMPTS, 3);
        assertThat(get(tubes().create(tube(), settings))).isTrue();
        assertThat(get(tubes().create(tube(), TubeSettings.ENDLESS))).isFalse();
        assertThat(describe().settings()).isEqualTo(settings);
        assertThat(get(tubes().names())).contains(tube());
    }

    @Test
    default void aTubeMayHaveAnyNameOfTheAlphabet() {
        TubeName odd = new TubeName("A-Za-z0-9+/;.$_()-" + "x".repeat(182));
        assertThat(get(tubes().create(odd, TubeSettings.DEFAULT))).isTrue();
        get(broker().produce(odd, List.of(job("a")))).get(0).get();
        assertThat(ids(get(broker().consume(odd, 1, Duration.ZERO)).jobs())).containsExactly("a");
        assertThat(get(tubes().names())).contains(odd);
        get(tubes().delete(odd));
    }

    @Test
    default void aNewTubeIsEmpty() {
        create(TubeSettings.ENDLESS);
        Tube tube = describe();
        assertThat(tube.name()).isEqualTo(tube());
        assertThat(tube.settings()).isEqualTo(TubeSettings.ENDLESS);
        assertThat(tube.paused()).isNull();
        assertThat(tube.counts()).containsOnlyKeys(JobState.live());
        assertThat(tube.counts().values()).containsOnly(0L);
        assertThat(tube.totals()).containsOnlyKeys(TubeCounter.values());
        assertThat(tube.totals().values()).containsOnly(0L);
        assertThat(tube.oldestReady()).isNull();
        assertThat(tube.nextDueAt()).isNull();
        assertThat(tube.nextLeaseUntil()).isNull();
    }

    @Test
    default void aTubeMayStateHowLongItsJobsShouldWaitAtMost() {
        create(TubeSettings.DEFAULT);
        assertThat(describe().settings().latenessTarget()).isZero();
        get(tubes().configure(tube(), TubeSettingsChange.of(LATENESS_TARGET, Duration.ofSeconds(3))));
        assertThat(describe().settings().latenessTarget()).isEqualTo(Duration.ofSeconds(3));
        get(tubes().configure(tube(), TubeSettingsChange.of(TTR, Duration.ofSeconds(9))));
        assertThat(describe().settings().latenessTarget()).isEqualTo(Duration.ofSeconds(3));
        get(tubes().configure(tube(), TubeSettingsChange.of(LATENESS_TARGET, Duration.ZERO)));
        assertThat(describe().settings())
                .isEqualTo(TubeSettings.DEFAULT.with(TTR, Duration.ofSeconds(9)).with(MAX_ATTEMPTS, 20));
    }

    @Test
    default void newSettingsAreForNewJobs() {
        produce("old");
        get(tubes().configure(
                        tube(),
                        TubeSettings.DEFAULT
                                .with(TTR, Duration.ofSeconds(5))
                                .with(MAX_ATTEMPTS, 3)
                                .asChange()));
        produce("new");
        assertThat(peek("old").ttr()).isEqualTo(Duration.ofSeconds(60));
        assertThat(peek("old").maxAttempts()).isEqualTo(20);
        assertThat(peek("new").ttr()).isEqualTo(Duration.ofSeconds(5));
        assertThat(peek("new").maxAttempts()).isEqualTo(3);
    }

    @Test
    default void whatIsNotThereCannotBeDescribedConfiguredOrDeleted() {
        assertFails(tubes().describe(tube()), ErrorCode.TUBE_NOT_FOUND);
        assertFails(tubes().configure(tube(), TubeSettings.DEFAULT.asChange()), ErrorCode.TUBE_NOT_FOUND);
        assertFails(tubes().delete(tube()), ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(tubes().names())).doesNotContain(tube());
    }

    @Test
    default void aTubeCountsWhatIsInIt() {
        timeIs(T0);
        make("held", JobState.RETAINED);
        make("buried", JobState.FAILED);
        for (long priority : new long[] {0, 5, 1024, 9000}) {
            produceAll(
                    job("r" + priority).priority(priority),
                    delayed("d1-" + priority, Duration.ofSeconds(5 + priority)).priority(priority),
                    delayed("d2-" + priority, HOUR.plus(HOUR)).priority(priority));
        }
        timeIs(T0.plusSeconds(2));
        Tube tube = describe();
        assertThat(tube.counts())
                .isEqualTo(Map.of(
                        JobState.READY,
                        4L,
                        JobState.DELAYED,
                        8L,
                        JobState.RETAINED,
                        1L,
                        JobState.FAILED,
                        1L,
                        JobState.GATED,
                        0L));
        assertThat(tube.oldestReady()).isEqualTo(Duration.ofSeconds(2));
        assertThat(tube.nextDueAt()).isEqualTo(T0.plusSeconds(5));
        assertThat(tube.nextLeaseUntil()).isEqualTo(T0.plusSeconds(60));
    }

    @Test
    default void jobsOfThreeThousandPrioritiesAreEachCountedOnce() {
        timeIs(T0);
        List<NewJob> all = IntStream.range(0, 3000)
                .mapToObj(i -> delayed("p" + i, Duration.ofSeconds(i % 2)).priority(i))
                .toList();
        for (int from = 0; from < 3000; from += 1000) {
            produceAll(all.subList(from, from + 1000)).forEach(ItemResult::get);
        }
        assertThat(consume(1)).hasSize(1);
        produce(job("again").priority(2));
        Tube tube = describe();
        assertThat(tube.count(JobState.READY)).isEqualTo(1500);
        assertThat(tube.count(JobState.DELAYED)).isEqualTo(1500);
        assertThat(tube.nextDueAt()).isEqualTo(T0.plusSeconds(1));
    }

    @Test
    default void aTubeAddsUpWhatHappenedInIt() {
        timeIs(T0);
        produceAll(jobs(10)).forEach(ItemResult::get);
        List<Job> handed = consume(10);
        finish(handed.get(0));
        finish(handed.get(1));
        release(handed.get(2), HOUR);
        bury(handed.get(3), "");
        bury(handed.get(4), "");
        kick("job-3", HOUR);
        get(broker().delete(tube(), id("job-2"), false));
        get(broker().discard(tube(), id("job-4")));
        timeIs(T0.plusSeconds(60));
        expireLeases();
        Map<TubeCounter, Long> expected = new EnumMap<>(TubeCounter.class);
        expected.put(TubeCounter.PRODUCED, 10L);
        expected.put(TubeCounter.CONSUMED, 10L);
        expected.put(TubeCounter.FINISHED, 2L);
        expected.put(TubeCounter.RELEASED, 1L);
        expected.put(TubeCounter.BURIED, 2L);
        expected.put(TubeCounter.KICKED, 1L);
        expected.put(TubeCounter.EXPIRED, 5L);
        expected.put(TubeCounter.DELETED, 1L);
        expected.put(TubeCounter.DISCARDED, 1L);
        expected.put(TubeCounter.DROPPED, 0L);
        expected.put(TubeCounter.EXPIRED_UNSTARTED, 0L);
        expected.put(TubeCounter.MOVED, 0L);
        expected.put(TubeCounter.DEDUP_IDS_DROPPED, 0L);
        expected.put(TubeCounter.RESULTS_DROPPED, 0L);
        assertThat(describe().totals()).isEqualTo(expected);
    }

    @Test
    default void aDeletedTubeIsGoneWithAllItsJobs() {
        for (JobState state : STATES) {
            make(state.wireName(), state);
        }
        get(tubes().delete(tube()));
        assertFails(tubes().describe(tube()), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().peek(tube(), id("ready")), ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(tubes().names())).doesNotContain(tube());
        assertThat(produce("ready").created()).isTrue();
        Tube again = describe();
        assertThat(again.counts().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1);
        assertThat(again.total(TubeCounter.PRODUCED)).isEqualTo(1);
    }

    @Test
    default void leasesGoOnGrowingInATubeThatIsMadeAnew() {
        timeIs(T0);
        Job before = handOut(job("a"));
        get(tubes().delete(tube()));
        timeIs(T0.plusMillis(1));
        assertThat(handOut(job("a")).requireLease().value())
                .isGreaterThan(before.requireLease().value());
    }

    @Test
    default void aTubeOf25000JobsIsDeleted() {
        for (int from = 0; from < 25_000; from += 1000) {
            int first = from;
            produceAll(IntStream.range(first, first + 1000)
                            .mapToObj(i -> job("j" + i)
                                    .priority(i % 5 == 0 ? 1024 : i % 700)
                                    .due(i % 3 == 0 ? Due.NOW : Due.after(HOUR)))
                            .toList())
                    .forEach(ItemResult::get);
        }
        consume(1000);
        get(tubes().delete(tube()));
        assertFails(tubes().describe(tube()), ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(tubes().names())).doesNotContain(tube());
        create(TubeSettings.DEFAULT);
        assertThat(describe().counts().values()).containsOnly(0L);
    }
}
