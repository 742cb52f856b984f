package io.grape.redis;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.NewJob;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The sets in which ids are remembered: how many there are, when they go, and which layout a tube has meanwhile. */
interface SeenSetsContract extends GateSteps {
    /** A field of the tube's hash. */
    String fieldOfTheTube(String name);

    private String layout() {
        return fieldOfTheTube("version");
    }

    private void remember(Duration window) {
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, window)));
    }

    private void finished(NewJob job) {
        produce(job);
        finish(take(job.id().value()));
    }

    /** The ends of the keys of sets that hold ids. */
    private List<String> sets() {
        return keysOfTheTube().stream()
                .filter(key -> key.matches(".*}:seen:[0-9]+"))
                .map(key -> key.substring(key.lastIndexOf(':') + 1))
                .sorted()
                .toList();
    }

    @Test
    default void droppedIdsAreRemembered() {
        remember(Duration.ofMinutes(1));
        produceAll(labelled("a", "eu"), labelled("own", "us"));
        put("purge", GateMatch.label("eu"), GateMode.DROP);
        assertThat(ids(consume(10))).containsExactly("own");
        assertThat(total(TubeCounter.DROPPED)).isEqualTo(1);
        assertThat(produce("a").state()).isEqualTo(JobState.FINISHED);
        assertBalanced();
    }

    /** How much longer than its window an id may be remembered. */
    private static Duration slack(Duration window) {
        Duration quarter = window.dividedBy(4);
        return quarter.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : quarter;
    }

    /** From the shortest window to the longest one, each {@code factor} times as long as the one before. */
    private static List<Duration> windows(double factor) {
        List<Duration> windows = new ArrayList<>();
        for (double ms = 1000; ms < Duration.ofDays(7).toMillis(); ms = ms * factor + 1) {
            windows.add(Duration.ofMillis((long) ms));
        }
        windows.add(Duration.ofDays(7));
        return windows;
    }

    private static NewJob jobOf(String prefix, Duration window) {
        return job(prefix + window.toMillis()).dedup(window);
    }

    /** Finishes one job of each window now. */
    private void finishOneOfEach(String prefix, List<Duration> windows) {
        produceAll(windows.stream().map(window -> jobOf(prefix, window)).toArray(NewJob[]::new));
        get(broker().acknowledge(
                                tube(),
                                consume(windows.size()).stream()
                                        .<Acknowledgement>map(
                                                job -> new Acknowledgement.Finish(job.id(), job.requireLease()))
                                        .toList()))
                .forEach(ItemResult::get);
    }

    /** The sets that have not ended at a moment. */
    private List<String> setsAfter(Instant now) {
        return sets().stream()
                .filter(ends -> Long.parseLong(ends) > now.toEpochMilli())
                .toList();
    }

    @Test
    default void idIsForgottenAQuarterOfItsWindowLateAtMost() {
        create(TubeSettings.DEFAULT);
        Instant now = T0;
        for (Duration window : windows(1.3)) {
            get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, window)));
            Instant end = now.plusMillis(window.toMillis() % 977);
            timeIs(end);
            finished(job("w" + window.toMillis()));
            timeIs(end.plus(window).minusMillis(1));
            assertThat(produce("w" + window.toMillis()).state())
                    .as("%s", window)
                    .isEqualTo(JobState.FINISHED);
            now = end.plus(window).plus(slack(window));
            timeIs(now);
            assertThat(produce("w" + window.toMillis()).created())
                    .as("%s", window)
                    .isTrue();
        }
    }

    @Test
    default void jobsOfManyWindowsAreForgottenEachInItsOwnTime() {
        create(TubeSettings.DEFAULT);
        timeIs(T0);
        List<Duration> windows = windows(1.2);
        finishOneOfEach("w", windows);
        Map<Instant, List<Runnable>> checks = new TreeMap<>();
        for (Duration window : windows) {
            NewJob again = jobOf("w", window);
            checks.computeIfAbsent(T0.plus(window).minusMillis(1), at -> new ArrayList<>())
                    .add(() ->
                            assertThat(produce(again).state()).as("%s", window).isEqualTo(JobState.FINISHED));
            checks.computeIfAbsent(T0.plus(window).plus(slack(window)), at -> new ArrayList<>())
                    .add(() -> assertThat(produce(again).created())
                            .as("%s", window)
                            .isTrue());
        }
        checks.forEach((at, some) -> {
            timeIs(at);
            some.forEach(Runnable::run);
        });
    }

    @Test
    default void idsOfOneWindowAreInNineSetsAtMost() {
        timeIs(T0);
        remember(Duration.ofSeconds(60));
        for (int second = 0; second < 200; second++) {
            timeIs(T0.plusSeconds(second));
            finished(job("j" + second));
            assertThat(sets()).hasSizeBetween(1, 9);
        }
    }

    @Test
    default void idsOfAllWindowsAreInAHundredSetsAtMost() {
        create(TubeSettings.DEFAULT);
        List<Duration> windows = windows(1.25);
        for (long left = Duration.ofDays(8).toMillis(); left > 500; left = left * 9 / 10) {
            Instant now = T0.minusMillis(left);
            timeIs(now);
            finishOneOfEach(left + "-", windows);
            assertThat(setsAfter(now)).hasSizeLessThanOrEqualTo(100);
        }
    }

    @Test
    default void aSetIsForgottenByAProduceAndByALookAtLeases() {
        timeIs(T0);
        remember(Duration.ofSeconds(60));
        finished(job("a"));
        timeIs(T0.plusSeconds(20));
        finished(job("b"));
        assertThat(sets()).hasSize(2);
        assertThat(expireLeases().next()).isEqualTo(Duration.ofSeconds(44));
        timeIs(T0.plusSeconds(70));
        produce("c");
        assertThat(sets()).hasSize(1);
        assertThat(expireLeases().next()).isEqualTo(Duration.ofSeconds(10));
        timeIs(T0.plusSeconds(80));
        assertThat(expireLeases().next()).isNull();
        assertThat(sets()).isEmpty();
    }

    @Test
    default void noIdIsForgottenWhenTheWindowIsChangedOften() {
        timeIs(T0.plusMillis(500));
        List<Duration> windows = windows(1.3);
        remember(Duration.ofSeconds(1));
        for (Duration window : windows) {
            get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, window)));
            finished(job("w" + window.toMillis()));
        }
        timeIs(T0.plusSeconds(121));
        for (Duration window : windows) {
            Instant end = T0.plusMillis(500).plus(window);
            if (end.isAfter(T0.plusSeconds(121)) || end.plus(slack(window)).isBefore(T0.plusSeconds(121))) {
                assertThat(produce("w" + window.toMillis()).created())
                        .as("%s", window)
                        .isEqualTo(!end.isAfter(T0.plusSeconds(121)));
            }
        }
    }

    @Test
    default void theLayoutIsALaterOneWhileIdsAreRemembered() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        assertThat(layout()).isEqualTo("1");
        finished(job("a").dedup(Duration.ofSeconds(5)));
        assertThat(layout()).isEqualTo("4");
        produce("b");
        timeIs(T0.plusSeconds(60));
        expireLeases();
        assertThat(layout()).isEqualTo("4");
        finish(take("b"));
        expireLeases();
        assertThat(layout()).isEqualTo("1");
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, Duration.ofSeconds(5))));
        assertThat(layout()).isEqualTo("4");
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, Duration.ZERO)));
        assertThat(layout()).isEqualTo("1");
    }
}
