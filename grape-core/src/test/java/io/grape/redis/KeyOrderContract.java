package io.grape.redis;

import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Expiry;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.key.KeySettings;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.tube.ExpireTo;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The order of a key that stops at a failure: each way in which a job can fail, with each way in which it can come back. The jobs of a
 * line are due in the same ms, and their ids are in the other order, so that only their places tell which comes first.
 */
interface KeyOrderContract extends KeySteps {
    TubeName SOURCE = new TubeName("source");
    Duration MINUTE = Duration.ofMinutes(1);

    private static NewJob inLine(String id) {
        return job(id).tags(new JobTags("k", List.of("of-" + id))).due(Due.at(T0));
    }

    /** A way in which a waiting job fails. */
    @SuppressWarnings("ImmutableEnumChecker") // What it does is a lambda without state.
    enum Failing {
        BURIED((test, id) -> test.bury(test.consumeOnly(id), "no")),
        SPENT_BY_A_RELEASE((test, id) -> test.release(test.consumeOnly(id), Duration.ZERO)),
        SPENT_BY_A_LEASE((test, id) -> {
            test.consumeOnly(id);
            test.timeIs(T0.plusSeconds(61));
            test.expireLeases();
        }),
        TAKEN_AND_BURIED((test, id) -> test.bury(test.take(id), "no")),
        GATE_BY_LABEL((test, id) -> test.failAtAGate(GateMatch.label("of-" + id))),
        GATE_BY_LABEL_WHILE_PAUSED((test, id) -> {
            get(test.tubes().pause(test.tube(), null, ""));
            test.failAtAGate(GateMatch.label("of-" + id));
            get(test.tubes().resume(test.tube()));
        }),
        GATE_AND_A_HAND_BACK((test, id) -> {
            test.failAtAGate(GateMatch.label("of-" + id));
            Job taken = test.take(id);
            test.acknowledge(new Acknowledgement.HandBack(taken.id(), taken.requireLease(), Duration.ZERO))
                    .get();
        }),
        EXPIRED_AT_A_CONSUME((test, id) -> {
            test.timeIs(T0.plus(MINUTE));
            assertThat(test.consume(10)).isEmpty();
        }),
        EXPIRED_AT_A_LOOK((test, id) -> {
            test.timeIs(T0.plus(MINUTE));
            test.expireLeases();
        });

        private final BiConsumer<KeyOrderContract, String> work;

        Failing(BiConsumer<KeyOrderContract, String> work) {
            this.work = work;
        }

        boolean isExpiry() {
            return name().startsWith("EXPIRED");
        }

        boolean spends() {
            return name().startsWith("SPENT");
        }
    }

    /** A way in which a failed job comes back to its key. */
    @SuppressWarnings("ImmutableEnumChecker") // What it does is a lambda without state.
    enum Return {
        KICK((test, id) -> assertThat(test.kick(id, Duration.ZERO)).isTrue()),
        KICK_OF_MANY((test, id) -> assertThat(test.kick(1)).isEqualTo(1)),
        OPERATION((test, id) -> test.operate(OperationKind.KICK, test.tube(), null, JobState.FAILED)),
        TAKE_AND_RELEASE((test, id) -> test.release(test.takeAlone(id), Duration.ZERO)),
        TAKE_AND_HAND_OVER((test, id) -> {
            Job taken = test.takeAlone(id);
            Checkpoint checkpoint = new Checkpoint(Payload.binary(new byte[] {1}));
            assertThat(test.acknowledge(new Acknowledgement.HandOver(taken.id(), taken.requireLease(), checkpoint))
                            .get()
                            .state())
                    .isEqualTo(JobState.READY);
        }),
        TAKE_AND_LOSE_THE_LEASE((test, id) -> {
            test.takeAlone(id);
            test.timeIs(T0.plusSeconds(200));
        }),
        TAKE_HAND_BACK_AND_KICK((test, id) -> {
            Job taken = test.takeAlone(id);
            test.acknowledge(new Acknowledgement.HandBack(taken.id(), taken.requireLease(), Duration.ZERO))
                    .get();
            assertThat(test.stateOf(id)).isEqualTo(JobState.FAILED);
            assertThat(test.consume(10)).as("it blocks its key again").isEmpty();
            test.kick(id, Duration.ZERO);
        });

        private final BiConsumer<KeyOrderContract, String> work;

        Return(BiConsumer<KeyOrderContract, String> work) {
            this.work = work;
        }

        boolean isKick() {
            return name().contains("KICK") || this == OPERATION;
        }
    }

    static Stream<Arguments> waysToFailAndToComeBack() {
        return Arrays.stream(Failing.values())
                .flatMap(failing -> Arrays.stream(Return.values())
                        // A job whose attempts are spent fails again, unless a kick gives it new ones.
                        .filter(back -> !failing.spends() || back.isKick() || back == Return.TAKE_AND_HAND_OVER)
                        .map(back -> Arguments.of(failing, back)));
    }

    /** Jobs of one line, z first; those that are to expire may wait for less than a minute. */
    private void lineUp(Failing failing, String failingId) {
        timeIs(T0);
        share(BLOCKING);
        get(tubes().configure(tube(), TubeSettingsChange.of(EXPIRE_TO, ExpireTo.BURY.wireName())));
        produceAll(Stream.of("z", "y", "x", "w")
                .map(id -> {
                    NewJob job = inLine(id);
                    if (!id.equals(failingId)) {
                        return job;
                    }
                    NewJob limited = failing.spends() ? job.maxAttempts(1) : job;
                    return failing.isExpiry() ? limited.expiry(Expiry.after(Duration.ofSeconds(59))) : limited;
                })
                .toList());
    }

    private Job consumeOnly(String id) {
        Job job = consume();
        assertThat(job.id().value()).isEqualTo(id);
        return job;
    }

    private Job takeAlone(String id) {
        Job taken = take(id);
        assertThat(consume(10)).as("one at a time").isEmpty();
        return taken;
    }

    private void failAtAGate(GateMatch match) {
        get(store().gates().put(tube(), "g", new GateRequest(match, GateMode.BURY, null, "", "ann")));
        assertThat(consume(1)).isEmpty();
        get(store().gates().lift(tube(), "g"));
        get(tubes().expireLeases(tube()));
    }

    private void operate(OperationKind kind, TubeName tube, @Nullable TubeName to, JobState from) {
        get(store().operations()
                .begin(new OperationRequest(
                        kind,
                        tube,
                        from,
                        null,
                        DueWindow.ANY,
                        TagFilter.ANY,
                        null,
                        null,
                        Duration.ZERO,
                        to,
                        null,
                        null)));
        OperationTask task = get(store().operationWork().take()).orElseThrow();
        while (task.end() == null) {
            task = get(store().operationWork().slice(task, 2));
        }
        get(store().operationWork().save(task));
    }

    /** Consumes and finishes one job after the other. */
    private List<String> finishAll() {
        return Stream.generate(() -> consume(10))
                .takeWhile(jobs -> !jobs.isEmpty())
                .limit(20)
                .flatMap(List::stream)
                .peek(this::finish)
                .map(job -> job.id().value())
                .toList();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("io.grape.redis.KeyOrderContract#waysToFailAndToComeBack")
    default void failedJobComesBackAheadOfThoseThatWaitedForIt(Failing failing, Return back) {
        lineUp(failing, "z");
        failing.work.accept(this, "z");
        assertThat(stateOf("z")).isEqualTo(JobState.FAILED);
        assertThat(consume(10)).as("what waits for it").isEmpty();
        assertThat(explained("y").reason()).isEqualTo(ExplanationReason.KEY_BLOCKED);
        assertThat(explained("y").detail()).contains("'z'");
        back.work.accept(this, "z");
        assertThat(finishAll()).containsExactly("z", "y", "x", "w");
    }

    static Stream<Failing> waysToFailBehindOthers() {
        return Stream.of(Failing.TAKEN_AND_BURIED, Failing.EXPIRED_AT_A_LOOK);
    }

    @ParameterizedTest
    @MethodSource("io.grape.redis.KeyOrderContract#waysToFailBehindOthers")
    default void jobThatFailsBehindOthersHoldsUpOnlyThoseBehindIt(Failing failing) {
        lineUp(failing, "x");
        failing.work.accept(this, "x");
        assertThat(stateOf("x")).isEqualTo(JobState.FAILED);
        assertThat(explained("z").reason()).isEqualTo(ExplanationReason.NEXT);
        assertThat(explained("w").reason()).isEqualTo(ExplanationReason.KEY_BLOCKED);
        assertThat(finishAll()).containsExactly("z", "y");
        kick("x", Duration.ZERO);
        assertThat(finishAll()).containsExactly("x", "w");
    }

    @Test
    default void lateFinishOfAJobThatAGateBuriedLetsItsKeyGoOn() {
        lineUp(Failing.BURIED, "");
        Job late = consumeOnly("z");
        timeIs(T0.plusSeconds(61));
        failAtAGate(GateMatch.label("of-z"));
        assertThat(stateOf("z")).isEqualTo(JobState.FAILED);
        finish(late);
        assertThat(finishAll()).containsExactly("y", "x", "w");
    }

    @Test
    default void eachFailedJobOfAKeyHoldsUpThoseBehindIt() {
        lineUp(Failing.BURIED, "");
        bury(take("x"), "no");
        bury(consumeOnly("z"), "no");
        assertThat(consume(10)).isEmpty();
        kick("z", Duration.ZERO);
        assertThat(finishAll()).containsExactly("z", "y");
        kick("x", Duration.ZERO);
        assertThat(finishAll()).containsExactly("x", "w");
    }

    @Test
    default void jobThatIsKickedBehindAnotherFailedOneWaitsForThat() {
        lineUp(Failing.BURIED, "");
        bury(take("x"), "no");
        bury(consumeOnly("z"), "no");
        kick("x", Duration.ZERO);
        assertThat(consume(10)).isEmpty();
        assertThat(explained("x").reason()).isEqualTo(ExplanationReason.KEY_BLOCKED);
        get(broker().discard(tube(), id("z")));
        assertThat(finishAll()).containsExactly("y", "x", "w");
    }

    @Test
    default void failedJobThatIsReplacedHoldsUpNobody() {
        lineUp(Failing.BURIED, "");
        bury(consumeOnly("z"), "no");
        produceAll(inLine("z").onDuplicate(OnDuplicate.REPLACE));
        assertThat(finishAll()).containsExactly("y", "x", "w", "z");
    }

    @Test
    default void onlyTheFirstFailedJobOfAKeyCanBeTaken() {
        lineUp(Failing.BURIED, "");
        bury(take("x"), "no");
        bury(consumeOnly("z"), "no");
        assertFails(broker().take(tube(), id("x")), ErrorCode.WRONG_STATE);
        assertFails(broker().take(tube(), id("y")), ErrorCode.WRONG_STATE);
        finish(take("z"));
        finish(take("y"));
        assertThat(consume(10)).isEmpty();
        finish(take("x"));
        assertThat(finishAll()).containsExactly("w");
    }

    @ParameterizedTest
    @MethodSource("io.grape.redis.KeyOrderContract#ordered")
    default void jobProducedAfterAFailedOneOfTheSameMillisecondIsDeliveredAfterIt(KeySettings settings) {
        timeIs(T0);
        share(settings);
        produceAll(inLine("z"));
        bury(consumeOnly("z"), "no");
        produceAll(inLine("y"));
        kick("z", Duration.ZERO);
        assertThat(finishAll()).containsExactly("z", "y");
    }

    @Test
    default void moreUrgentJobDoesNotWaitForAFailedOneAndALessUrgentOneDoes() {
        timeIs(T0);
        share(BLOCKING);
        produceAll(inLine("failed").priority(10), inLine("later").priority(20).due(Due.at(T0.minusSeconds(1))));
        bury(consumeOnly("failed"), "no");
        produceAll(inLine("urgent").priority(5));
        assertThat(finishAll()).containsExactly("urgent");
        kick("failed", Duration.ZERO);
        assertThat(finishAll()).containsExactly("failed", "later");
    }

    @Test
    default void failuresFromBeforeTheSwitchHoldUpNobody() {
        timeIs(T0);
        share(ORDERED);
        produceAll(inLine("z"), inLine("y"));
        bury(consumeOnly("z"), "no");
        share(BLOCKING);
        bury(consumeOnly("y"), "no");
        produceAll(inLine("x"));
        assertThat(consume(10)).isEmpty();
        share(ORDERED);
        share(BLOCKING);
        assertThat(finishAll()).containsExactly("x");
    }

    /** Jobs of a line in another tube, the first of which has failed there. */
    private void lineUpElsewhere() {
        timeIs(T0);
        timeIs(SOURCE, T0);
        share(BLOCKING);
        get(tubes().create(SOURCE, TubeSettings.DEFAULT));
        get(tubes().configure(SOURCE, TubeSettingsChange.of(BLOCKING)));
        get(broker().produce(
                        SOURCE,
                        Stream.of("z", "w", "y", "x")
                                .map(KeyOrderContract::inLine)
                                .toList()));
        assertThat(buryTheNextElsewhere()).isEqualTo("z");
    }

    private String buryTheNextElsewhere() {
        Job next = get(broker().consume(SOURCE, 1, Duration.ZERO)).jobs().get(0);
        Acknowledgement bury = new Acknowledgement.Bury(next.id(), next.requireLease(), "no", null);
        get(broker().acknowledge(SOURCE, List.of(bury))).get(0).get();
        return next.id().value();
    }

    static Stream<List<JobState>> ordersOfMoves() {
        return Stream.of(List.of(JobState.FAILED, JobState.READY), List.of(JobState.READY, JobState.FAILED));
    }

    @ParameterizedTest
    @MethodSource("io.grape.redis.KeyOrderContract#ordersOfMoves")
    default void failedJobKeepsItsPlaceInATubeThatItIsMovedTo(List<JobState> states) {
        lineUpElsewhere();
        timeIs(SOURCE, T0.plusSeconds(1));
        timeIs(T0.plusSeconds(1));
        states.forEach(state -> operate(OperationKind.MOVE, SOURCE, tube(), state));
        assertThat(stateOf("z")).isEqualTo(JobState.FAILED);
        assertThat(consume(10)).isEmpty();
        kick("z", Duration.ZERO);
        assertThat(finishAll()).containsExactly("z", "w", "y", "x");
    }

    static Stream<List<String>> ordersOfAnImport() {
        return Stream.of(List.of("z", "w", "y", "x"), List.of("y", "x", "z", "w"));
    }

    /** An export has the failed jobs behind those that wait. */
    @ParameterizedTest
    @MethodSource("io.grape.redis.KeyOrderContract#ordersOfAnImport")
    default void failedJobsKeepTheirPlacesInATubeThatTheyAreImportedInto(List<String> order) {
        lineUpElsewhere();
        get(tubes().configure(SOURCE, TubeSettingsChange.of(ORDERED)));
        assertThat(buryTheNextElsewhere()).isEqualTo("w");
        List<Job> exported =
                order.stream().map(id -> get(broker().peek(SOURCE, id(id)))).toList();
        timeIs(T0.plusSeconds(1));
        exported.forEach(job -> get(store().adoption().adopt(tube(), List.of(AdoptionContract.carried(job)))));
        assertThat(stateOf("z")).isEqualTo(JobState.FAILED);
        assertThat(consume(10)).isEmpty();
        kick("z", Duration.ZERO);
        assertThat(finishAll()).containsExactly("z");
        kick("w", Duration.ZERO);
        assertThat(finishAll()).containsExactly("w", "y", "x");
    }

    static Stream<KeySettings> ordered() {
        return Stream.of(ORDERED, BLOCKING);
    }

    private Job takeEarly() {
        timeIs(T0);
        produceAll(inLine("early").due(Due.at(T0.plus(HOUR))), inLine("next").due(Due.at(T0.plusSeconds(90))));
        return take("early");
    }

    @ParameterizedTest
    @MethodSource("io.grape.redis.KeyOrderContract#ordered")
    default void jobThatWasTakenEarlyIsReadyAfterAHandOver(KeySettings settings) {
        share(settings);
        Job early = takeEarly();
        Checkpoint checkpoint = new Checkpoint(Payload.binary(new byte[] {1}));
        assertThat(acknowledge(new Acknowledgement.HandOver(early.id(), early.requireLease(), checkpoint))
                        .get()
                        .dueAt())
                .isEqualTo(T0);
        assertThat(stateOf("early")).isEqualTo(JobState.READY);
        assertThat(finishAll()).containsExactly("early");
        timeIs(T0.plusSeconds(90));
        assertThat(finishAll()).containsExactly("next");
    }

    @ParameterizedTest
    @MethodSource("io.grape.redis.KeyOrderContract#ordered")
    default void jobThatWasTakenEarlyIsReadyAfterItsLeaseExpired(KeySettings settings) {
        share(settings);
        takeEarly();
        timeIs(T0.plusSeconds(100));
        expireLeases();
        assertThat(stateOf("early")).isEqualTo(JobState.READY);
        assertThat(finishAll()).as("due at the deadline of its lease").containsExactly("early", "next");
    }

    @ParameterizedTest
    @MethodSource("io.grape.redis.KeyOrderContract#ordered")
    default void jobThatWasTakenEarlyIsDelayedAgainAfterAHandBack(KeySettings settings) {
        share(settings);
        handBack(takeEarly());
        assertThat(stateOf("early")).isEqualTo(JobState.DELAYED);
        assertThat(peek("early").dueAt()).isEqualTo(T0.plus(HOUR));
    }

    @Test
    default void changedDueTimeIsThePlaceOfAJobThatIsKickedThen() {
        timeIs(T0);
        share(ORDERED);
        produceAll(inLine("z"), inLine("y"));
        release(consumeOnly("z"), Duration.ZERO);
        get(broker().change(tube(), id("z"), JobChange.NONE.due(Due.after(HOUR))));
        Instant later = T0.plusSeconds(1);
        timeIs(later);
        kick("z", Duration.ZERO);
        assertThat(peek("z").dueAt()).isEqualTo(later);
        assertThat(finishAll()).containsExactly("y", "z");
    }

    @Test
    default void failedJobIsForgottenWithItsTube() {
        lineUp(Failing.BURIED, "");
        bury(consumeOnly("z"), "no");
        assertThat(ids(consume(10))).isEmpty();
        get(tubes().delete(tube()));
        assertThat(keysOfTheTube()).isEmpty();
    }
}
