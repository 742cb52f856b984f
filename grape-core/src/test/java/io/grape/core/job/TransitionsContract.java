package io.grape.core.job;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Verb;
import io.grape.core.tube.RetrySettings;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@link Transitions#TABLE}, row by row: what it allows happens, what it does not allow changes nothing. No protocol offers adopt: see
 * {@code AdoptionTest}.
 */
interface TransitionsContract extends ContractSteps {
    String JOB = "the-job";
    Duration TTR = Duration.ofSeconds(10);
    List<Verb> BY_LEASE = List.of(Verb.TOUCH, Verb.FINISH, Verb.RELEASE, Verb.BURY, Verb.HANDBACK, Verb.HANDOVER);

    /** What a broker is not asked for: an import, gates, what expires and what follows, of which other contracts tell. */
    Set<Verb> OF_NO_BROKER = Set.of(Verb.ADOPT, Verb.GATE, Verb.LIFT, Verb.OVERDUE, Verb.SUCCEED);

    /** Every way of every row: verb, from (null = none), to (null = gone). */
    static Stream<Arguments> ways() {
        return Transitions.TABLE.stream()
                .filter(row -> !OF_NO_BROKER.contains(row.verb()) && row.from() != JobState.GATED)
                .flatMap(row -> row.to().isEmpty()
                        ? Stream.of(arguments(row.verb(), row.from(), null))
                        : row.to().stream().sorted().map(to -> arguments(row.verb(), row.from(), to)));
    }

    /** Every verb and state that are in no row, or in one whose guard can fail. */
    static Stream<Arguments> refusals() {
        List<@Nullable JobState> states = new ArrayList<>(JobState.live());
        states.remove(JobState.GATED);
        states.add(null);
        return Arrays.stream(Verb.values())
                .filter(verb -> !OF_NO_BROKER.contains(verb))
                .flatMap(verb -> states.stream()
                        .filter(state -> canBeRefused(verb, state))
                        .map(state -> arguments(verb, state)));
    }

    private static boolean canBeRefused(Verb verb, @Nullable JobState from) {
        if (verb == Verb.PRODUCE) {
            return from != null;
        }
        return Transitions.TABLE.stream()
                .filter(row -> row.verb() == verb && row.from() == from)
                .noneMatch(row -> row.guard().isEmpty());
    }

    @ParameterizedTest(name = "{0} takes a job from {1} to {2}")
    @MethodSource("io.grape.core.job.TransitionsContract#ways")
    default void everyRowOfTheTableHappens(Verb verb, @Nullable JobState from, @Nullable JobState to) {
        if (verb == Verb.PRODUCE) {
            produce(job(JOB).due(to == JobState.DELAYED ? Due.after(HOUR) : Due.NOW));
        } else {
            carryOut(verb, from, to, bring(verb, from, to));
        }
        if (to == null) {
            assertGone(JOB);
        } else {
            assertThat(stateOf(JOB)).isEqualTo(to);
        }
        Map<JobState, Long> counts = describe().counts();
        for (JobState state : JobState.live()) {
            assertThat(counts.get(state)).as("jobs that are %s", state).isEqualTo(state == to ? 1 : 0);
        }
    }

    /** Brings the job to where the row begins, guard included. Returns its last lease. */
    private Lease bring(Verb verb, @Nullable JobState from, @Nullable JobState to) {
        boolean late = verb == Verb.FINISH && from != JobState.RETAINED;
        if (verb == Verb.EXPIRE || late) {
            timeIs(T0);
        }
        if (verb == Verb.HANDBACK && to == JobState.FAILED) {
            make(JOB, JobState.FAILED);
            return take(JOB).requireLease();
        }
        boolean lastAttempt = (late && from != JobState.READY) || (verb != Verb.BURY && to == JobState.FAILED);
        NewJob job = job(JOB).ttr(TTR).maxAttempts(lastAttempt ? 1 : 2);
        if (from == JobState.RETAINED) {
            return handOut(job).requireLease();
        }
        if (!late) {
            make(JOB, from == null ? JobState.READY : from);
            return new Lease(1);
        }
        Lease lease = handOut(job).requireLease();
        timeIs(T0.plus(TTR));
        expireLeases();
        if (from == JobState.DELAYED) {
            kick(JOB, HOUR);
        }
        assertThat(stateOf(JOB)).isEqualTo(from);
        return lease;
    }

    private void carryOut(Verb verb, @Nullable JobState from, @Nullable JobState to, Lease lease) {
        Duration delay = to == JobState.DELAYED ? HOUR : Duration.ZERO;
        switch (verb) {
            case CONSUME -> assertThat(consume().id()).isEqualTo(id(JOB));
            case TAKE -> assertThat(take(JOB).id()).isEqualTo(id(JOB));
            case RELEASE ->
                acknowledge(new Acknowledgement.Release(id(JOB), lease, delay, null))
                        .get();
            case HANDBACK ->
                acknowledge(new Acknowledgement.HandBack(id(JOB), lease, delay)).get();
            case TOUCH, FINISH, BURY, HANDOVER ->
                acknowledge(acknowledgement(verb, id(JOB), lease)).get();
            case EXPIRE -> {
                boolean isRetried = to == JobState.DELAYED;
                RetrySettings retry = isRetried ? new RetrySettings(HOUR, HOUR, 1, 0) : RetrySettings.NONE;
                get(tubes().configure(tube(), TubeSettingsChange.of(retry)));
                timeIs(T0.plus(TTR));
                assertThat(expireLeases().expired()).isEqualTo(1);
            }
            case CANCEL -> get(broker().cancel(tube(), id(JOB), "enough"));
            case CHANGE -> {
                boolean isMoved = from == JobState.DELAYED || from == JobState.READY;
                JobChange change = isMoved ? JobChange.NONE.due(Due.after(delay)) : JobChange.NONE.ttr(TTR);
                get(broker().change(tube(), id(JOB), change));
            }
            case KICK -> assertThat(kick(JOB, delay)).isTrue();
            case DELETE -> get(broker().delete(tube(), id(JOB), from == JobState.RETAINED));
            case DISCARD -> get(broker().discard(tube(), id(JOB)));
            case PRODUCE, ADOPT, GATE, LIFT, OVERDUE, SUCCEED -> throw new AssertionError("has no lease");
        }
    }

    @ParameterizedTest(name = "{0} of a job that is {1} is refused")
    @MethodSource("io.grape.core.job.TransitionsContract#refusals")
    default void whatTheTableDoesNotAllowChangesNothing(Verb verb, @Nullable JobState from) {
        create(TubeSettings.DEFAULT);
        if (from == null) {
            assertThat(attempt(verb, new Lease(1))).isEqualTo(refusal(verb, null));
            assertGone(JOB);
            return;
        }
        make(JOB, from);
        Lease stale = new Lease(1);
        Look before = look(JOB);
        assertThat(attempt(verb, stale)).isEqualTo(refusal(verb, from));
        assertSame(look(JOB), before);
    }

    /** Why a verb is refused; null where it finds nothing to do. */
    private static @Nullable ErrorCode refusal(Verb verb, @Nullable JobState from) {
        if (verb == Verb.CONSUME || verb == Verb.EXPIRE || (verb == Verb.KICK && from == JobState.READY)) {
            return null;
        }
        if (from == null) {
            return ErrorCode.JOB_NOT_FOUND;
        }
        if (verb == Verb.PRODUCE) {
            return ErrorCode.DUPLICATE;
        }
        return BY_LEASE.contains(verb) ? ErrorCode.LEASE_LOST : ErrorCode.WRONG_STATE;
    }

    /** Tries a verb whose guard does not hold. Returns how it failed, null when it did nothing. */
    private @Nullable ErrorCode attempt(Verb verb, Lease lease) {
        return switch (verb) {
            case PRODUCE ->
                failure(produceAll(List.of(job(JOB).onDuplicate(OnDuplicate.REJECT)))
                        .get(0));
            case CONSUME -> {
                get(tubes().pause(tube(), HOUR, "maintenance"));
                assertThat(consume(10)).isEmpty();
                yield null;
            }
            case TAKE -> failure(broker().take(tube(), id(JOB)));
            case TOUCH, FINISH, RELEASE, BURY, HANDBACK, HANDOVER ->
                failure(acknowledge(acknowledgement(verb, id(JOB), lease)));
            case EXPIRE -> {
                assertThat(expireLeases().expired()).isZero();
                yield null;
            }
            case KICK ->
                failure(broker().kick(tube(), id(JOB), Duration.ZERO)
                        .thenAccept(kicked -> assertThat(kicked).isFalse()));
            case CANCEL -> failure(broker().cancel(tube(), id(JOB), "enough"));
            case CHANGE -> failure(broker().change(tube(), id(JOB), JobChange.NONE.priority(1)));
            case DELETE -> failure(broker().delete(tube(), id(JOB), false));
            case DISCARD -> failure(broker().discard(tube(), id(JOB)));
            case ADOPT, GATE, LIFT, OVERDUE, SUCCEED -> throw new AssertionError("no protocol offers it");
        };
    }

    private static @Nullable ErrorCode failure(ItemResult<?> outcome) {
        GrapeException failure = outcome.failure();
        return failure == null ? null : failure.code();
    }

    private static @Nullable ErrorCode failure(CompletionStage<?> stage) {
        try {
            get(stage);
            return null;
        } catch (GrapeException e) {
            return e.code();
        }
    }
}
