package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.NewJob;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
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
        get(tubes().configure(tube(), TubeSettingsChange.ofDedup(window)));
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

    @Test
    default void idsOfOneWindowAreInFiveSetsAtMost() {
        timeIs(T0);
        remember(Duration.ofSeconds(60));
        for (int second = 0; second < 200; second++) {
            timeIs(T0.plusSeconds(second));
            finished(job("j" + second));
            assertThat(sets()).hasSizeBetween(1, 5);
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
        assertThat(expireLeases().next()).isEqualTo(Duration.ofSeconds(40));
        timeIs(T0.plusSeconds(100));
        produce("c");
        assertThat(sets()).hasSize(1);
        assertThat(expireLeases().next()).isNull();
        assertThat(sets()).isEmpty();
    }

    @Test
    default void aWindowThatWouldNeedTooManySetsIsRefused() {
        timeIs(T0.plusMillis(500));
        long hour = 3600;
        List<Long> seconds = List.of(
                1L, 2L, 3L, 4L, 5L, 16L, 31L, 46L, 60L, 61L, 120L, 180L, 240L, 241L, 900L, 1800L, 2700L, hour, hour + 1,
                3 * hour, 6 * hour, 9 * hour, 12 * hour);
        remember(Duration.ofSeconds(1));
        for (long window : seconds) {
            get(tubes().configure(tube(), TubeSettingsChange.ofDedup(Duration.ofSeconds(window))));
            finished(job("j" + window));
        }
        assertThat(sets()).hasSize(23);
        assertThatThrownBy(() -> get(tubes().configure(tube(), TubeSettingsChange.ofDedup(Duration.ofDays(7)))))
                .isInstanceOfSatisfying(
                        GrapeException.class, refusal -> assertThat(refusal).hasMessageContaining("dedupMs"));
        timeIs(T0.plusSeconds(121));
        get(tubes().configure(tube(), TubeSettingsChange.ofDedup(Duration.ofDays(7))));
        for (long window : seconds) {
            assertThat(produce("j" + window).created()).isEqualTo(window <= 61);
        }
    }

    @Test
    default void windowsOfJobsNeverMakeMoreSetsThanAProduceLooksIn() {
        timeIs(T0);
        for (long hours = 1; hours <= 168; hours += 3) {
            finished(job("h" + hours).dedup(Duration.ofHours(hours)));
            finished(job("m" + hours).dedup(Duration.ofMinutes(hours)));
            finished(job("s" + hours).dedup(Duration.ofSeconds(hours)));
            assertThat(sets()).hasSizeLessThanOrEqualTo(24);
        }
        timeIs(T0.plusMillis(1));
        for (long hours = 1; hours <= 168; hours += 3) {
            for (String id : List.of("h" + hours, "m" + hours, "s" + hours)) {
                assertThat(produce(id).state()).as(id).isEqualTo(JobState.FINISHED);
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
        get(tubes().configure(tube(), TubeSettingsChange.ofDedup(Duration.ofSeconds(5))));
        assertThat(layout()).isEqualTo("4");
        get(tubes().configure(tube(), TubeSettingsChange.ofDedup(Duration.ZERO)));
        assertThat(layout()).isEqualTo("1");
    }
}
