package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.ScheduleSteps.everyMinute;
import static io.grape.redis.ScheduleSteps.minute;
import static io.grape.redis.ScheduleSteps.occurrence;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobTags;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.TagFilter;
import io.grape.core.key.KeySettings;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Occurrences that wait until another one has ended, and those that are never dropped. */
interface WaitingRunsContract extends ScheduleSteps {
    private void begin(WhileRunning policy, int maxAttempts, @Nullable String key) {
        timeIs(T0);
        create(TubeSettings.DEFAULT
                .with(TTR, Duration.ofHours(1))
                .with(MAX_ATTEMPTS, maxAttempts)
                .with(key == null ? KeySettings.OFF : KeySteps.FAIR));
        putWith(policy, key);
    }

    private void putWith(WhileRunning policy, @Nullable String key) {
        ScheduleSpec spec = everyMinute(policy, null);
        get(schedules()
                .put(
                        tube(),
                        "s",
                        new ScheduleRequest(spec, null, ScheduleSteps.template(new JobTags(key, List.of("daily")))),
                        null));
    }

    private void begin(WhileRunning policy) {
        begin(policy, 20, null);
    }

    private void tickAt(int number) {
        timeIs(minute(number));
        tick();
    }

    private Job only() {
        List<Job> jobs = consume(5);
        assertThat(ids(jobs)).hasSize(1);
        return jobs.get(0);
    }

    private void assertDelivers(int... numbers) {
        assertThat(ids(consume(5)))
                .containsExactlyElementsOf(IntStream.of(numbers)
                        .mapToObj(ScheduleSteps::occurrence)
                        .toList());
    }

    /** The first occurrence runs, and the others up to a number wait. */
    private Job runFirst(int last) {
        tickAt(1);
        Job first = only();
        for (int number = 2; number <= last; number++) {
            tickAt(number);
            assertThat(consume(5)).isEmpty();
        }
        return first;
    }

    private void failThree() {
        for (int number = 1; number <= 3; number++) {
            tickAt(number);
            bury(only(), "broken");
        }
    }

    /** Each in turn, as one ends before the next is delivered. */
    private void assertRunOneByOne(int... numbers) {
        for (int number : numbers) {
            Job one = only();
            assertThat(one.id()).isEqualTo(id(occurrence(number)));
            assertThat(consume(5)).isEmpty();
            finish(one);
        }
        assertThat(consume(5)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"SKIP", "QUEUE"})
    default void redrivenOccurrencesAreDeliveredOneAfterTheOther(WhileRunning policy) {
        begin(policy);
        failThree();
        assertThat(kick(10)).isEqualTo(3);
        assertRunOneByOne(1, 2, 3);
        assertThat(count(TubeCounter.DROPPED)).isZero();
        assertThat(status().skipped()).isZero();
        assertBalanced();
    }

    @ParameterizedTest
    @EnumSource(names = {"SKIP", "QUEUE"})
    default void occurrencesThatAnOperationRedrivesAreDelivered(WhileRunning policy) {
        begin(policy);
        failThree();
        timeIs(minute(3).plusMillis(5));
        redrive();
        assertRunOneByOne(1, 2, 3);
        assertThat(count(TubeCounter.DROPPED)).isZero();
    }

    private void redrive() {
        OperationRequest request = new OperationRequest(
                OperationKind.KICK,
                tube(),
                JobState.FAILED,
                null,
                DueWindow.ANY,
                TagFilter.ANY,
                null,
                null,
                Duration.ZERO,
                null,
                null,
                "tester");
        get(store().operations().begin(request));
        OperationQueue queue = store().operationWork();
        OperationTask task = get(queue.take()).orElseThrow();
        while (task.end() == null) {
            task = get(queue.slice(task, 7));
            get(queue.save(task));
        }
    }

    @Test
    default void kickedOccurrenceIsNotDroppedWhileAnotherRuns() {
        begin(WhileRunning.SKIP);
        tickAt(1);
        bury(only(), "broken");
        tickAt(2);
        Job second = only();
        kick(occurrence(1), Duration.ZERO);
        assertThat(consume(5)).isEmpty();
        assertThat(status().skipped()).isZero();
        finish(second);
        assertDelivers(1);
        assertBalanced();
    }

    @Test
    default void occurrenceThatAnOperatorMadeReadyEarlyIsNotDropped() {
        begin(WhileRunning.SKIP);
        Job first = runFirst(1);
        kick(occurrence(2), Duration.ZERO);
        assertThat(consume(5)).isEmpty();
        tickAt(2);
        assertThat(consume(5)).isEmpty();
        finish(first);
        assertDelivers(2);
        assertThat(status().skipped()).isZero();
    }

    @Test
    default void occurrenceThatGoesBackToTheTubeIsNotDropped() {
        begin(WhileRunning.SKIP);
        Job first = runFirst(1);
        Job early = take(occurrence(2));
        handBack(early);
        tickAt(2);
        assertThat(consume(5)).isEmpty();
        finish(first);
        assertDelivers(2);
        assertThat(count(TubeCounter.DROPPED)).isZero();
    }

    @Test
    default void newOccurrenceIsDroppedWhileRedrivenOnesWait() {
        begin(WhileRunning.SKIP);
        failThree();
        kick(10);
        Job first = only();
        tickAt(4);
        assertThat(consume(5)).isEmpty();
        assertThat(status().skipped()).isEqualTo(1);
        finish(first);
        assertRunOneByOne(2, 3);
        tickAt(5);
        assertDelivers(5);
        assertBalanced();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "acme")
    default void waitingOccurrencesKeepTheirOrder(@Nullable String key) {
        begin(WhileRunning.QUEUE, 20, key);
        Job first = runFirst(4);
        // Those that wait are looked at once more, at different times.
        timeIs(minute(4).plusSeconds(59));
        assertThat(consume(5)).isEmpty();
        finish(first);
        assertRunOneByOne(2, 3, 4);
        assertBalanced();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "acme")
    default void endOfARunWakesTheNextAtOnce(@Nullable String key) {
        begin(WhileRunning.QUEUE, 20, key);
        Job first = runFirst(2);
        // Nobody asks for it until then.
        ConsumeResult empty = handout(1);
        assertThat(empty.jobs()).isEmpty();
        assertThat(empty.next()).isGreaterThanOrEqualTo(Duration.ofSeconds(59));
        finish(first);
        assertDelivers(2);
    }

    @Test
    default void deliveredOccurrenceSaysWhenItWasDue() {
        begin(WhileRunning.QUEUE);
        Job first = runFirst(2);
        timeIs(minute(2).plusSeconds(30));
        finish(first);
        assertThat(only().dueAt()).isEqualTo(minute(2));
    }

    @Test
    default void whateverEndsARunWakesTheNext() {
        begin(WhileRunning.QUEUE);
        Job run = runFirst(8);
        bury(run, "");
        run = only();
        assertThat(run.id()).isEqualTo(id(occurrence(2)));
        get(broker().delete(tube(), run.id(), true));
        run = only();
        assertThat(run.id()).isEqualTo(id(occurrence(3)));
        release(run, Duration.ofMinutes(10));
        assertThat(consume(5)).isEmpty();
        get(broker().delete(tube(), run.id(), false));
        run = only();
        assertThat(run.id()).isEqualTo(id(occurrence(4)));
        release(run, Duration.ofMinutes(10));
        produce(job(occurrence(4)).onDuplicate(OnDuplicate.REPLACE).due(Due.after(HOUR)));
        assertDelivers(5);
        assertBalanced();
    }

    @Test
    default void runThatFailsWithItsWorkerWakesTheNext() {
        begin(WhileRunning.QUEUE, 1, null);
        runFirst(2);
        timeIs(minute(61));
        assertDelivers(2);
        assertThat(stateOf(occurrence(1))).isEqualTo(JobState.FAILED);
    }

    @Test
    default void runWhoseWorkerDiedIsDeliveredAgainBeforeTheNext() {
        begin(WhileRunning.QUEUE, 2, null);
        runFirst(2);
        timeIs(minute(61));
        Job again = only();
        assertThat(again.id()).isEqualTo(id(occurrence(1)));
        finish(again);
        assertDelivers(2);
    }

    @Test
    default void leasesThatEndWithoutAConsumeWakeTheNext() {
        begin(WhileRunning.QUEUE, 1, null);
        runFirst(2);
        timeIs(minute(61));
        expireLeases();
        assertDelivers(2);
    }

    @Test
    default void gateThatEndsARunThatWaitsForItsRetryWakesTheNext() {
        begin(WhileRunning.QUEUE);
        Job first = runFirst(3);
        timeIs(minute(3).plusMillis(9));
        release(first, Duration.ZERO);
        put("g", GateMatch.label("daily"), GateMode.BURY);
        consume(5);
        lift("g");
        get(broker().kick(tube(), 10));
        assertRunOneByOne(2, 3, 1);
        assertBalanced();
    }

    @Test
    default void occurrenceThatWaitsMayBeDeleted() {
        begin(WhileRunning.QUEUE);
        Job first = runFirst(4);
        get(broker().delete(tube(), id(occurrence(2)), false));
        finish(first);
        assertRunOneByOne(3, 4);
        assertBalanced();
    }

    @Test
    default void nextOneIsWokenWhereTheOneWokenIsDeleted() {
        begin(WhileRunning.QUEUE);
        Job first = runFirst(3);
        finish(first);
        get(broker().delete(tube(), id(occurrence(2)), false));
        assertDelivers(3);
    }

    @Test
    default void occurrenceThatIsPutOffKeepsNobodyWaiting() {
        begin(WhileRunning.QUEUE);
        Job first = runFirst(3);
        timeIs(minute(3).plusMillis(1));
        get(broker().change(tube(), id(occurrence(2)), JobChange.NONE.due(Due.after(Duration.ofMinutes(10)))));
        finish(first);
        assertRunOneByOne(3);
        timeIs(minute(14));
        assertRunOneByOne(4, 2);
    }

    @Test
    default void takenOccurrenceIsARunToo() {
        begin(WhileRunning.QUEUE);
        Job taken = take(occurrence(1));
        tickAt(1);
        tickAt(2);
        assertThat(consume(5)).isEmpty();
        finish(taken);
        assertDelivers(2);
    }

    @Test
    default void scheduleThatAllowsOverlapDeliversThoseThatWaited() {
        begin(WhileRunning.QUEUE);
        runFirst(3);
        putWith(WhileRunning.ALLOW, null);
        assertDelivers(2, 3);
    }

    @Test
    default void removedScheduleKeepsNobodyWaiting() {
        begin(WhileRunning.QUEUE);
        runFirst(3);
        get(schedules().delete(tube(), "s", null));
        assertDelivers(2, 3);
        assertBalanced();
    }

    @Test
    default void missedOccurrencesRunOneAfterTheOther() {
        begin();
        putSchedule(new ScheduleSpec(
                everyMinute(WhileRunning.QUEUE, null).timing(),
                Duration.ZERO,
                null,
                null,
                null,
                MissedPolicy.ALL,
                null,
                WhileRunning.QUEUE,
                null));
        tickAt(5);
        assertRunOneByOne(1, 2, 3, 4, 5);
    }

    @Test
    default void occurrenceThatNobodyWokeIsLookedAtAgainAfterAMinute() {
        begin(WhileRunning.QUEUE);
        Job first = runFirst(2);
        // As if a failover had lost that the run has ended.
        forgetField("schedules");
        finish(first);
        assertThat(consume(5)).isEmpty();
        timeIs(minute(3));
        assertDelivers(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"SKIP", "QUEUE"})
    default void runThatWasTakenMeanwhileGoesOnAfterTheFirstEnds(WhileRunning policy) {
        begin(policy);
        Job first = runFirst(1);
        Job second = take(occurrence(2));
        finish(first);
        tickAt(2);
        tickAt(3);
        assertThat(consume(5)).isEmpty();
        Job fourth = take(occurrence(4));
        finish(second);
        assertThat(consume(5)).isEmpty();
        finish(fourth);
        if (policy == WhileRunning.QUEUE) {
            assertDelivers(3);
        } else {
            tickAt(4);
            tickAt(5);
            assertDelivers(5);
        }
        assertBalanced();
    }

    @Test
    default void runThatWasTakenAndHandedBackKeepsNobodyWaiting() {
        begin(WhileRunning.QUEUE);
        Job first = runFirst(2);
        handBack(take(occurrence(3)));
        finish(first);
        assertDelivers(2);
    }

    @Test
    default void failedRunThatWasTakenAndHandedBackWakesTheNext() {
        begin(WhileRunning.QUEUE);
        bury(runFirst(1), "broken");
        Job again = take(occurrence(1));
        tickAt(2);
        assertThat(consume(5)).isEmpty();
        handBack(again);
        assertThat(stateOf(occurrence(1))).isEqualTo(JobState.FAILED);
        assertDelivers(2);
    }
}
