package io.grape.redis;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.redis.ScheduleSteps.everyMinute;
import static io.grape.redis.ScheduleSteps.minute;
import static io.grape.redis.ScheduleSteps.occurrence;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.Verb;
import io.grape.core.job.Job;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.CronExpression;
import io.grape.core.schedule.CronTiming;
import io.grape.core.schedule.GapPolicy;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.OverlapPolicy;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.SkippedOccurrence;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A change of a schedule loses no occurrence, and makes none twice. */
interface ChangedScheduleContract extends ScheduleSteps {
    private static ScheduleSpec minutely() {
        return everyMinute(null, MissedPolicy.ONE);
    }

    private static ScheduleSpec daily(int hour, Duration window) {
        return new ScheduleSpec(
                new CronTiming(
                        CronExpression.parse("0 " + hour + " * * *"),
                        ZoneOffset.UTC,
                        GapPolicy.NEXT,
                        OverlapPolicy.FIRST),
                window,
                null,
                null,
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
    }

    private static Instant at(int hour) {
        return T0.plus(Duration.ofHours(hour));
    }

    private static String dailyAt(int hour) {
        return "s~" + at(hour);
    }

    private static String payload(Job job) {
        return new String(job.payload().bytes(), UTF_8);
    }

    private List<String> consumed() {
        return consume(10).stream().map(job -> job.id() + "=" + payload(job)).toList();
    }

    /** A schedule at 7 whose jobs are due within an hour; the time is shortly before that of today's. */
    private Instant withinItsWindow() {
        begin();
        putPayload(daily(7, HOUR), "1");
        Instant due = Objects.requireNonNull(peek(dailyAt(7)).dueAt());
        assertThat(due).isBetween(at(7).plusMillis(10), at(8));
        timeIs(due.minusMillis(5));
        return due;
    }

    @Test
    default void changedPayloadIsThatOfTheOccurrenceThatWaitsInItsWindow() {
        Instant due = withinItsWindow();
        putPayload(daily(7, HOUR), "2");
        assertThat(status().next(1)).containsExactly(at(7));
        timeIs(due);
        assertThat(consumed()).containsExactly(dailyAt(7) + "=2");
        tick();
        assertThat(status().next(1)).containsExactly(at(31));
        assertThat(status().runs()).isEqualTo(1);
        assertThat(status().made()).isEqualTo(2);
        assertThat(status().skipped()).isZero();
        assertBalanced();
    }

    @Test
    default void changedPayloadIsThatOfTheOccurrenceThatIsDueAndWasNotDelivered() {
        begin();
        putPayload(minutely(), "1");
        timeIs(minute(1));
        putPayload(minutely(), "2");
        tick();
        assertThat(consumed()).containsExactly(occurrence(1) + "=2");
        assertThat(status().runs()).isEqualTo(1);
        assertThat(status().next(1)).containsExactly(minute(2));
        assertBalanced();
    }

    private List<String> finished() {
        List<Job> jobs = consume(10);
        jobs.forEach(this::finish);
        return ids(jobs);
    }

    @Test
    default void noOccurrenceIsLostHoweverOftenTheScheduleIsChanged() {
        begin();
        putPayload(minutely(), "0");
        List<String> delivered = new ArrayList<>();
        for (int number = 1; number <= 20; number++) {
            timeIs(minute(number));
            putPayload(minutely(), Integer.toString(number));
            if (number % 3 > 0) {
                tick();
            }
            putPayload(minutely(), number + "again");
            delivered.addAll(finished());
            timeIs(minute(number).plusMillis(1));
            tick();
            delivered.addAll(finished());
        }
        assertThat(delivered)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 20)
                        .mapToObj(ScheduleSteps::occurrence)
                        .toList());
        assertThat(status().runs()).isEqualTo(20);
        assertThat(status().skipped()).isZero();
        assertBalanced();
    }

    @Test
    default void occurrenceThatIsDueStaysWhereTheTimesChange() {
        begin();
        putPayload(daily(7, Duration.ZERO), "1");
        timeIs(at(7));
        putPayload(daily(9, Duration.ZERO), "2");
        assertThat(consumed()).containsExactly(dailyAt(7) + "=1");
        assertThat(status().next(1)).containsExactly(at(9));
        assertThat(Objects.requireNonNull(status().last()).id()).isEqualTo(id(dailyAt(7)));
        assertBalanced();
    }

    @Test
    default void occurrenceThatIsNotDueGoesToTheNewTime() {
        withinItsWindow();
        putPayload(daily(9, Duration.ZERO), "2");
        assertGone(dailyAt(7));
        assertThat(status().next(1)).containsExactly(at(9));
        timeIs(at(9));
        assertThat(consumed()).containsExactly(dailyAt(9) + "=2");
    }

    @Test
    default void occurrenceThatWasDeletedIsNotMadeAgain() {
        withinItsWindow();
        get(broker().delete(tube(), id(dailyAt(7)), false));
        putPayload(daily(7, HOUR), "2");
        assertThat(status().next(1)).containsExactly(at(31));
    }

    @Test
    default void occurrenceThatRanEarlyIsNotMadeAgain() {
        begin();
        putPayload(daily(7, Duration.ZERO), "1");
        kick(dailyAt(7), Duration.ZERO);
        finish(consume());
        putPayload(daily(7, Duration.ZERO), "2");
        assertThat(status().next(1)).containsExactly(at(31));
        get(schedules().pause(tube(), "s", null));
        get(schedules().resume(tube(), "s", null));
        assertThat(status().next(1)).containsExactly(at(31));
        timeIs(at(7));
        tick();
        assertThat(consume(5)).isEmpty();
    }

    @Test
    default void occurrenceThatAWorkerHasStays() {
        Instant due = withinItsWindow();
        timeIs(due);
        Job held = consume();
        putPayload(daily(7, HOUR), "2");
        assertThat(stateOf(dailyAt(7))).isEqualTo(JobState.RETAINED);
        assertThat(status().next(1)).containsExactly(at(31));
        assertThat(status().runs()).isEqualTo(1);
        finish(held);
        assertThat(count(TubeCounter.DELETED)).isZero();
        assertBalanced();
    }

    @Test
    default void pauseWithinTheWindowLosesNothingWhereItEndsBeforeTheJobIsDue() {
        Instant due = withinItsWindow();
        get(schedules().pause(tube(), "s", null));
        assertGone(dailyAt(7));
        get(schedules().resume(tube(), "s", null));
        timeIs(due);
        assertThat(consumed()).containsExactly(dailyAt(7) + "=1");
        tick();
        get(schedules().pause(tube(), "s", null));
        get(schedules().resume(tube(), "s", null));
        assertThat(status().next(1)).containsExactly(at(31));
    }

    @Test
    default void occurrenceThatIsDueStaysWhereTheScheduleIsPaused() {
        begin();
        putPayload(minutely(), "1");
        timeIs(minute(1));
        get(schedules().pause(tube(), "s", null));
        assertThat(consumed()).containsExactly(occurrence(1) + "=1");
        assertThat(status().runs()).isEqualTo(1);
        timeIs(minute(2));
        get(schedules().resume(tube(), "s", null));
        assertThat(status().next(1)).containsExactly(minute(3));
        assertBalanced();
    }

    @Test
    default void replacedOccurrenceCountsOnceForTheMostRuns() {
        begin();
        putSchedule(everyMinute(1, MissedPolicy.ONE));
        timeIs(minute(1));
        putSchedule(everyMinute(2, MissedPolicy.ONE));
        tick();
        timeIs(minute(2));
        tick();
        assertThat(ids(consume(5))).containsExactly(occurrence(1), occurrence(2));
    }

    private void rememberIds() {
        begin();
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, Duration.ofDays(1))));
    }

    @Test
    default void repeatedBackfillMakesNoOccurrenceAgainThatHasFinished() {
        rememberIds();
        putSchedule();
        timeIs(minute(5));
        assertThat(get(schedules().backfill(tube(), "s", minute(2), minute(5)))).isEqualTo(new Backfill(3, 0, 0, null));
        consume(10).forEach(this::finish);
        assertThat(get(schedules().backfill(tube(), "s", minute(1), minute(5)))).isEqualTo(new Backfill(0, 4, 0, null));
        assertThat(consume(10)).isEmpty();
        assertBalanced();
    }

    @Test
    default void backfillMakesWhatWasDroppedOrDeleted() {
        rememberIds();
        putSchedule(everyMinute(WhileRunning.SKIP, null));
        timeIs(minute(1));
        tick();
        Job first = consume();
        timeIs(minute(1).plusSeconds(30));
        touch(first);
        timeIs(minute(2));
        tick();
        assertThat(consume(5)).isEmpty();
        touch(first);
        timeIs(minute(3).minusMillis(1));
        get(broker().delete(tube(), id(occurrence(3)), false));
        finish(first);
        timeIs(minute(3).plusMillis(1));
        tick();
        assertThat(get(schedules().backfill(tube(), "s", minute(1), minute(3).plusMillis(1))))
                .isEqualTo(new Backfill(2, 1, 0, null));
        assertThat(ids(consume(5))).containsExactly(occurrence(2), occurrence(3));
    }

    @Test
    default void tickMakesNoOccurrenceAgainThatHasFinished() {
        rememberIds();
        putSchedule();
        timeIs(minute(1));
        tick();
        kick(occurrence(2), Duration.ZERO);
        consume(5).forEach(this::finish);
        get(schedules().delete(tube(), "s", null));
        putSchedule();
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(minute(2), "DUPLICATE"));
        timeIs(minute(2));
        tick();
        assertThat(consume(5)).isEmpty();
        assertThat(status().next(1)).containsExactly(minute(3));
    }

    private void pauseAndResume() {
        get(schedules().pause(tube(), "s", null));
        get(schedules().resume(tube(), "s", null));
    }

    private String runNextEarly() {
        String next = "s~" + status().next(1).get(0);
        kick(next, Duration.ZERO);
        finish(consume());
        return next;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void occurrencesThatRanEarlyOneAfterTheOtherAreNotMadeAgain(boolean isPut) {
        begin();
        putPayload(daily(7, HOUR), "0");
        List<String> ran = new ArrayList<>();
        for (int day = 0; day < 5; day++) {
            ran.add(runNextEarly());
            if (isPut) {
                putPayload(daily(7, HOUR), Integer.toString(day + 1));
            } else {
                pauseAndResume();
            }
        }
        assertThat(ran)
                .containsExactlyElementsOf(IntStream.range(0, 5)
                        .mapToObj(day -> dailyAt(7 + 24 * day))
                        .toList());
        assertThat(status().next(1)).containsExactly(at(7 + 24 * 5));
        timeIs(at(24 * 5));
        tick();
        assertThat(consume(5)).isEmpty();
        assertThat(status().runs()).isEqualTo(5);
        assertBalanced();
    }

    @Test
    default void occurrencesThatWereDeletedOneAfterTheOtherAreNotMadeAgain() {
        begin();
        putPayload(daily(7, HOUR), "0");
        for (int day = 0; day < 4; day++) {
            get(broker().delete(tube(), id(dailyAt(7 + 24 * day)), false));
            pauseAndResume();
        }
        assertThat(status().next(1)).containsExactly(at(7 + 24 * 4));
        assertBalanced();
    }

    @Test
    default void occurrenceThatRanEarlyIsNotMadeAgainWhereTheTimesChange() {
        begin();
        putPayload(daily(7, Duration.ZERO), "0");
        assertThat(runNextEarly()).isEqualTo(dailyAt(7));
        pauseAndResume();
        assertThat(runNextEarly()).isEqualTo(dailyAt(31));
        // Other times are not those that had their job, so they are not left out.
        putPayload(daily(9, Duration.ZERO), "1");
        assertThat(status().next(1)).containsExactly(at(9));
        putPayload(daily(7, Duration.ZERO), "2");
        assertThat(status().next(1)).containsExactly(at(55));
        putPayload(hourly(), "3");
        for (int hour = 1; hour < 34; hour++) {
            timeIs(at(hour));
            tick();
            finished();
        }
        assertThat(status().runs()).isEqualTo(2 + 31);
        assertThat(status().skipped()).isZero();
        assertBalanced();
    }

    private static ScheduleSpec hourly() {
        return new ScheduleSpec(
                new IntervalTiming(HOUR, T0),
                Duration.ZERO,
                null,
                null,
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
    }

    @Test
    default void deletedOccurrenceCountsAsSkipped() {
        begin();
        putPayload(daily(7, Duration.ZERO), "0");
        get(broker().delete(tube(), id(dailyAt(7)), false));
        assertThat(status().skipped()).isEqualTo(1);
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(at(7), "DELETED"));
        timeIs(at(7));
        tick();
        assertThat(status().runs()).isZero();
        assertThat(status().last()).isNull();
        assertThat(status().next(1)).containsExactly(at(31));
        kick(dailyAt(31), Duration.ZERO);
        Job early = consume();
        get(broker().delete(tube(), early.id(), true));
        assertThat(status().skipped()).isEqualTo(1);
        pauseAndResume();
        assertThat(status().runs()).isEqualTo(1);
        assertThat(status().next(1)).containsExactly(at(55));
        assertBalanced();
    }

    @ParameterizedTest
    @EnumSource(names = {"HANDBACK", "HANDOVER", "RELEASE"})
    default void occurrenceThatAWorkerHadStays(Verb how) {
        begin();
        putPayload(daily(7, Duration.ZERO), "1");
        Job early = take(dailyAt(7));
        acknowledge(acknowledgement(how, early.id(), early.requireLease())).get();
        putPayload(daily(7, Duration.ZERO), "2");
        assertThat(payload(peek(dailyAt(7)))).isEqualTo("1");
        assertThat(status().next(1)).containsExactly(at(31));
        early = take(dailyAt(31));
        acknowledge(acknowledgement(how, early.id(), early.requireLease())).get();
        get(schedules().pause(tube(), "s", null));
        assertThat(payload(peek(dailyAt(31)))).isEqualTo("2");
        get(schedules().resume(tube(), "s", null));
        early = take(dailyAt(55));
        acknowledge(acknowledgement(how, early.id(), early.requireLease())).get();
        get(schedules().delete(tube(), "s", null));
        assertThat(payload(peek(dailyAt(55)))).isEqualTo("2");
        timeIs(at(55));
        assertThat(ids(consume(5))).containsExactlyInAnyOrder(dailyAt(7), dailyAt(31), dailyAt(55));
        assertBalanced();
    }

    @Test
    default void occurrenceThatWasMadeReadyStays() {
        begin();
        putPayload(daily(7, Duration.ZERO), "1");
        kick(dailyAt(7), Duration.ZERO);
        putPayload(daily(9, Duration.ZERO), "2");
        assertThat(status().next(1)).containsExactly(at(9));
        kick(dailyAt(9), Duration.ZERO);
        get(schedules().pause(tube(), "s", null));
        get(schedules().resume(tube(), "s", null));
        kick(dailyAt(33), HOUR);
        get(schedules().pause(tube(), "s", null));
        assertGone(dailyAt(33));
        assertThat(consumed()).containsExactly(dailyAt(7) + "=1", dailyAt(9) + "=2");
        assertThat(status().runs()).isEqualTo(2);
        assertBalanced();
    }
}
