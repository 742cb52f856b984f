package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.TagFilter;
import io.grape.core.key.KeySettings;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a key that rests goes on before its time: what it rests for is gone, or somebody resumes it. */
interface KeyRestsContract extends KeySteps {
    TubeName ELSEWHERE = new TubeName("elsewhere");

    /** A way in which the delay of job a ends, and the job that is delivered next then. */
    @SuppressWarnings("ImmutableEnumChecker") // What it does is a lambda without state.
    enum Ending {
        DELETE("b", test -> get(test.broker().delete(test.tube(), id("a"), false))),
        KICK("a", test -> assertThat(test.kick("a", Duration.ZERO)).isTrue()),
        CHANGE_OF_THE_DUE_TIME(
                "b",
                test -> get(test.broker().change(test.tube(), id("a"), JobChange.NONE.due(Due.after(Duration.ZERO))))),
        REPLACEMENT_WITH_ANOTHER_KEY("b", test -> test.replace("other")),
        REPLACEMENT_WITHOUT_A_KEY("b", test -> test.replace(null)),
        REPLACEMENT_WITH_THE_SAME_KEY("b", test -> test.replace("k")),
        MOVE("b", test -> test.operate(OperationKind.MOVE)),
        DELETION_BY_AN_OPERATION("b", test -> test.operate(OperationKind.DELETE)),
        GATE_OF_THE_KEY("c", test -> {
            test.buryAtAGate(GateMatch.key("k"));
            test.produceAll(of("k", "c"));
        }),
        GATE_WHILE_THE_TUBE_IS_PAUSED("b", test -> {
            get(test.tubes().pause(test.tube(), null, ""));
            test.buryAtAGate(GateMatch.label("of-a"));
            get(test.tubes().resume(test.tube()));
        }),
        DELETION_OF_ALL_JOBS_OF_THE_KEY("c", test -> {
            get(test.broker().delete(test.tube(), id("a"), false));
            get(test.broker().delete(test.tube(), id("b"), false));
            test.produceAll(of("k", "c"));
        });

        private final String next;
        private final Consumer<KeyRestsContract> work;

        Ending(String next, Consumer<KeyRestsContract> work) {
            this.next = next;
            this.work = work;
        }
    }

    private static NewJob of(@Nullable String key, String id) {
        return job(id).tags(new JobTags(key, List.of("of-" + id)));
    }

    private void replace(@Nullable String key) {
        produceAll(of(key, "a").onDuplicate(OnDuplicate.REPLACE));
    }

    private void operate(OperationKind kind) {
        if (kind == OperationKind.MOVE) {
            get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        }
        get(store().operations()
                .begin(new OperationRequest(
                        kind,
                        tube(),
                        JobState.READY,
                        null,
                        DueWindow.ANY,
                        new TagFilter(null, "of-a"),
                        null,
                        null,
                        Duration.ZERO,
                        kind == OperationKind.MOVE ? ELSEWHERE : null,
                        null,
                        null)));
        OperationTask task = get(store().operationWork().take()).orElseThrow();
        while (task.end() == null) {
            task = get(store().operationWork().slice(task, 2));
        }
        get(store().operationWork().save(task));
    }

    private void buryAtAGate(GateMatch match) {
        get(store().gates().put(tube(), "g", new GateRequest(match, GateMode.BURY, null, "", "ann")));
        assertThat(consume(1)).isEmpty();
        get(store().gates().lift(tube(), "g"));
        get(tubes().expireLeases(tube()));
    }

    /** Job a was released with a delay, and job b is behind it. */
    private void restForADelay() {
        timeIs(T0);
        share(ORDERED);
        produceAll(of("k", "a"), of("k", "b"));
        release(consume(), HOUR);
        assertThat(consume(10)).isEmpty();
        assertThat(explained("b").reason()).isEqualTo(ExplanationReason.KEY_DELAYED);
    }

    /** The same, and the worker asked for a longer rest of the key. */
    private void restForAWorker(KeySettings settings) {
        timeIs(T0);
        share(settings);
        produceAll(of("k", "a"), of("k", "b"));
        Job first = consume(1).get(0);
        acknowledge(new Acknowledgement.Release(first.id(), first.requireLease(), HOUR, null, HOUR.plus(HOUR)))
                .get();
        assertThat(consume(10)).isEmpty();
        assertThat(explained("b").reason()).isEqualTo(ExplanationReason.KEY_PAUSED_BY_WORKER);
    }

    @ParameterizedTest
    @EnumSource
    default void keyDeliversAgainOnceTheDelayOfItsJobEnds(Ending ending) {
        restForADelay();
        ending.work.accept(this);
        assertThat(explained(ending.next).reason()).isNotEqualTo(ExplanationReason.KEY_DELAYED);
        assertThat(consume(10)).extracting(job -> job.id().value()).contains(ending.next);
    }

    @Test
    default void keyRestsForTheDelaysThatAreLeft() {
        timeIs(T0);
        share(ORDERED);
        produceAll(of("k", "a"), of("k", "b"), of("k", "c"));
        for (int i = 0; i < 2; i++) {
            bury(consume(), "no");
        }
        kick("a", HOUR);
        kick("b", HOUR.plus(HOUR));
        get(broker().delete(tube(), id("b"), false));
        timeIs(T0.plus(HOUR).minusMillis(1));
        assertThat(explained("c").reason()).isEqualTo(ExplanationReason.KEY_DELAYED);
        assertThat(consume(10)).isEmpty();
        kick("a", Duration.ofMillis(5));
        timeIs(T0.plus(HOUR).plusMillis(3));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plus(HOUR).plusMillis(4));
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void kickedJobKeepsItsPlaceAndItsAttemptsBeginAgain() {
        restForADelay();
        assertThat(peek("a").noe()).isOne();
        assertThat(kick("a", Duration.ZERO)).isTrue();
        assertThat(peek("a").noe()).isZero();
        assertThat(kick("a", Duration.ZERO)).isFalse();
        assertThat(kick("b", Duration.ZERO)).isFalse();
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void changeThatLeavesTheDueTimeLeavesTheDelay() {
        restForADelay();
        get(broker().change(tube(), id("a"), JobChange.NONE.ttr(Duration.ofSeconds(7))));
        assertThat(consume(10)).isEmpty();
        assertThat(explained("b").reason()).isEqualTo(ExplanationReason.KEY_DELAYED);
    }

    @Test
    default void keyRestsForAWorkerThoughItsJobIsGone() {
        restForAWorker(ORDERED);
        get(broker().delete(tube(), id("a"), false));
        timeIs(T0.plus(HOUR).plusSeconds(1));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plus(HOUR).plus(HOUR));
        assertThat(ids(consume(10))).containsExactly("b");
    }

    @Test
    default void removalOfAnOverrideEndsWhatAWorkerAskedFor() {
        restForAWorker(FAIR);
        override("k", 2.0, false);
        assertThat(consume(10)).isEmpty();
        get(keys().delete(tube(), "k"));
        assertThat(ids(consume(10))).containsExactly("b");
    }

    @Test
    default void removalOfAnOverrideLeavesTheDelayOfAJob() {
        restForAWorker(ORDERED);
        get(keys().delete(tube(), "k"));
        assertThat(explained("b").reason()).isEqualTo(ExplanationReason.KEY_DELAYED);
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plus(HOUR));
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void nothingRestsOnceKeysAreSwitchedOff() {
        restForAWorker(ORDERED);
        get(tubes().configure(tube(), TubeSettingsChange.of(KeySettings.OFF)));
        assertThat(ids(consume(10))).containsExactly("a", "b");
        get(tubes().configure(tube(), TubeSettingsChange.of(ORDERED)));
        produceAll(of("k", "c"));
        assertThat(explained("c").reason()).isNotEqualTo(ExplanationReason.KEY_PAUSED_BY_WORKER);
    }

    @Test
    default void restIsForgottenWithItsTube() {
        restForAWorker(ORDERED);
        get(tubes().delete(tube()));
        assertThat(keysOfTheTube()).isEmpty();
    }
}
