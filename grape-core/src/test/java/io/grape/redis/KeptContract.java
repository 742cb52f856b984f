package io.grape.redis;

import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobResult;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Outcome;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.KeepChange;
import io.grape.core.tube.KeepSettings;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Finished jobs are kept for a time, with their results. */
interface KeptContract extends GateSteps {
    Duration MINUTE = Duration.ofMinutes(1);
    Payload RESULT = new Payload("{\"sum\":3}".getBytes(UTF_8), Payload.JSON);

    /** A field of the tube's hash. */
    String fieldOfTheTube(String name);

    private void keep(KeepChange change) {
        if (!get(tubes().exists(tube()))) {
            get(tubes().create(tube(), TubeSettings.DEFAULT));
        }
        get(tubes().configure(tube(), TubeSettingsChange.of(change)));
    }

    private void keepAMinute() {
        keep(KeepChange.of(MINUTE));
    }

    private ItemResult<Acknowledged> finish(Job job, @Nullable Payload result) {
        return acknowledge(new Acknowledgement.Finish(job.id(), job.requireLease(), result));
    }

    private Job finished(String id) {
        return finished(job(id), null);
    }

    private Job finished(NewJob job, @Nullable Payload result) {
        produce(job);
        Job taken = take(job.id().value());
        finish(taken, result).get();
        return taken;
    }

    private JobResult result(String id) {
        return get(store().results().result(tube(), id(id)));
    }

    private JobPage kept(int limit, @Nullable String cursor) {
        return get(broker().list(tube(), new JobQuery(JobState.FINISHED, limit, cursor)));
    }

    private List<String> kept() {
        return ids(kept(1000, null).jobs());
    }

    private void assertNotKept(String id) {
        assertFails(store().results().result(tube(), id(id)), ErrorCode.JOB_NOT_FOUND);
        assertGone(id);
    }

    private static void assertHas(JobResult result, Payload expected) {
        Payload found = result.result();
        assertThat(found == null ? null : new String(found.bytes(), UTF_8))
                .isEqualTo(new String(expected.bytes(), UTF_8));
        assertThat(found == null ? null : found.contentType()).isEqualTo(expected.contentType());
        assertThat(result.state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    default void aNewTubeKeepsNothing() {
        create(TubeSettings.DEFAULT);
        assertThat(describe().settings().keep()).isEqualTo(KeepSettings.NONE);
        finished(job("a"), RESULT);
        assertNotKept("a");
        assertThat(kept()).isEmpty();
        assertThat(describe().kept()).isZero();
        assertThat(total(TubeCounter.FINISHED)).isEqualTo(1);
        assertThatThrownBy(() -> result("a")).hasMessageContaining("keepFinishedMs is 0");
    }

    @Test
    default void whatIsKeptIsASettingOfTheTube() {
        KeepSettings all = new KeepSettings(MINUTE, 5, 1000, true, 10);
        keep(KeepChange.of(all));
        assertThat(describe().settings().keep()).isEqualTo(all);
        keep(KeepChange.NONE);
        assertThat(describe().settings().keep()).isEqualTo(all);
        keep(new KeepChange(null, 6, null, null, null));
        assertThat(describe().settings().keep()).isEqualTo(new KeepSettings(MINUTE, 6, 1000, true, 10));
        keep(KeepChange.of(KeepSettings.NONE));
        assertThat(describe().settings().keep()).isEqualTo(KeepSettings.NONE);
        assertThat(fieldOfTheTube("version")).isEqualTo("1");
    }

    @Test
    default void aFinishedJobIsKeptWithItsResult() {
        timeIs(T0);
        keepAMinute();
        NewJob made = job("a").tags(new JobTags("ann", List.of("eu"))).headers(new Headers(Map.of("x", "y")));
        produce(made);
        Job taken = take("a");
        timeIs(T0.plusMillis(70));
        finish(taken, RESULT).get();
        assertHas(result("a"), RESULT);
        Job seen = peek("a");
        assertThat(seen.state()).isEqualTo(JobState.FINISHED);
        assertThat(seen.noe()).isEqualTo(1);
        assertThat(seen.tags()).isEqualTo(made.tags());
        assertThat(seen.createdAt()).isEqualTo(T0);
        assertThat(seen.lease()).isNull();
        assertThat(seen.payload().bytes()).isEmpty();
        assertThat(seen.headers()).isEqualTo(Headers.NONE);
        assertThat(seen.work().outcome())
                .isEqualTo(new Outcome(
                        T0.plusMillis(70), Duration.ofMillis(70), false, Payload.JSON, RESULT.bytes().length));
        assertThat(describe().kept()).isEqualTo(1);
        assertThat(describe().keptBytes()).isBetween(60L, 200L);
        assertBalanced();
    }

    @Test
    default void aJobWithoutAResultIsKeptToo() {
        keepAMinute();
        finished("a");
        assertThat(result("a").result()).isNull();
        assertThat(result("a").state()).isEqualTo(JobState.FINISHED);
        Outcome outcome = peek("a").work().outcome();
        assertThat(outcome == null ? "" : outcome.resultType()).isNull();
    }

    @Test
    default void anEmptyResultIsOne() {
        keepAMinute();
        finished(job("a"), Payload.binary(new byte[0]));
        assertHas(result("a"), Payload.binary(new byte[0]));
    }

    @Test
    default void theStateOfALiveJobIsSaidInPlaceOfAResult() {
        keepAMinute();
        produce("a");
        assertThat(result("a")).isEqualTo(new JobResult(id("a"), JobState.READY, null));
        bury(take("a"), "broken");
        assertThat(result("a")).isEqualTo(new JobResult(id("a"), JobState.FAILED, null));
        assertThatThrownBy(() -> result("never")).hasMessageContaining("keepFinishedMs=60000");
        assertFails(store().results().result(tube(), id("never")), ErrorCode.JOB_NOT_FOUND);
    }

    @Test
    default void payloadsAndHeadersAreKeptWhereTheTubeSaysSo() {
        keep(new KeepChange(MINUTE, null, null, true, null));
        Headers headers = new Headers(Map.of("traceparent", "00-1-2-01"));
        finished(job("small"), null);
        finished(NewJob.of(id("large"), Payload.binary(new byte[5000])), RESULT);
        finished(job("headed").headers(headers), RESULT);
        assertThat(peek("small").payload().bytes()).isEqualTo("small".getBytes(UTF_8));
        assertThat(peek("large").payload().bytes()).hasSize(5000);
        assertThat(peek("headed").payload().bytes()).isEqualTo("headed".getBytes(UTF_8));
        assertThat(peek("headed").headers()).isEqualTo(headers);
        assertThat(kept(10, null).jobs()).allSatisfy(job -> {
            Outcome outcome = job.work().outcome();
            assertThat(outcome != null && outcome.hasPayload()).isTrue();
        });
    }

    @Test
    default void aLargePayloadIsNotKeptOtherwise() {
        keepAMinute();
        finished(NewJob.of(id("large"), Payload.binary(new byte[5000])), null);
        assertThat(peek("large").payload().bytes()).isEmpty();
        assertThat(describe().keptBytes()).isLessThan(200);
    }

    @Test
    default void aResultThatIsTooLargeFinishesNothing() {
        keep(new KeepChange(MINUTE, null, null, null, 3));
        produce("a");
        Job taken = take("a");
        ItemResult<Acknowledged> refused = finish(taken, Payload.binary(new byte[4]));
        assertFailed(refused, ErrorCode.TOO_BIG);
        assertThat(refused.failure()).hasMessageContaining("expected at most 3 bytes, got 4");
        assertThat(stateOf("a")).isEqualTo(JobState.RETAINED);
        finish(taken, Payload.binary(new byte[3])).get();
        assertThat(total(TubeCounter.FINISHED)).isEqualTo(1);
    }

    @Test
    default void aTubeThatKeepsNothingRefusesLargeResultsToo() {
        create(TubeSettings.DEFAULT);
        produce("a");
        produce("b");
        Job taken = take("a");
        List<ItemResult<Acknowledged>> outcomes = acknowledge(List.of(
                new Acknowledgement.Finish(taken.id(), taken.requireLease(), Payload.binary(new byte[65_537])),
                new Acknowledgement.Finish(id("b"), take("b").requireLease(), Payload.binary(new byte[65_536]))));
        assertFailed(outcomes.get(0), ErrorCode.TOO_BIG);
        assertThat(outcomes.get(1).failure()).isNull();
    }

    @Test
    default void aFinishIsAnsweredAgainAndCountsOnce() {
        keepAMinute();
        Job taken = finished(job("a"), RESULT);
        finish(taken, Payload.binary(new byte[1])).get();
        assertThat(total(TubeCounter.FINISHED)).isEqualTo(1);
        assertHas(result("a"), RESULT);
        Lease other = new Lease(taken.requireLease().value() + 1);
        assertFailed(acknowledge(new Acknowledgement.Finish(id("a"), other)), ErrorCode.LEASE_LOST);
        assertFailed(acknowledge(new Acknowledgement.Finish(id("a"), Lease.CURRENT)), ErrorCode.JOB_NOT_FOUND);
        assertFailed(acknowledge(new Acknowledgement.Touch(id("a"), taken.requireLease())), ErrorCode.JOB_NOT_FOUND);
    }

    @Test
    default void aLateFinishIsKeptToo() {
        timeIs(T0);
        keepAMinute();
        produce(job("a").ttr(Duration.ofSeconds(1)));
        Job taken = take("a");
        timeIs(T0.plusSeconds(5));
        expireLeases();
        finish(taken, RESULT).get();
        finish(taken, RESULT).get();
        assertHas(result("a"), RESULT);
        assertThat(total(TubeCounter.FINISHED)).isEqualTo(1);
        assertThat(get(store().histories().history(tube(), id("a"))).events())
                .extracting(JobEvent::what)
                .containsExactly(
                        JobEventType.PRODUCED, JobEventType.CONSUMED, JobEventType.EXPIRED, JobEventType.FINISHED);
    }

    @Test
    default void producingTheIdMakesAJobAndForgetsWhatWasKept() {
        keepAMinute();
        finished(job("a"), RESULT);
        assertThat(produce("a").created()).isTrue();
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(kept()).isEmpty();
        assertThat(describe().keptBytes()).isZero();
        assertThat(result("a").state()).isEqualTo(JobState.READY);
    }

    @Test
    default void aRememberedIdStaysKept() {
        keepAMinute();
        get(tubes().configure(tube(), TubeSettingsChange.ofDedup(MINUTE)));
        finished(job("a"), RESULT);
        assertThat(produce("a").created()).isFalse();
        assertHas(result("a"), RESULT);
        assertThat(produce(job("a").onDuplicate(OnDuplicate.REPLACE)).created()).isTrue();
        assertThat(kept()).isEmpty();
    }

    @Test
    default void theyAreListedInTheOrderInWhichTheyFinished() {
        timeIs(T0);
        keepAMinute();
        for (String id : List.of("c", "a", "d", "b")) {
            finished(job(id).tags(new JobTags(null, List.of(id.equals("a") ? "eu" : "us"))), null);
            timeIs(T0.plusMillis(kept().size()));
        }
        assertThat(kept()).containsExactly("c", "a", "d", "b");
        List<String> paged = new ArrayList<>();
        String cursor = null;
        do {
            JobPage page = kept(1, cursor);
            paged.addAll(ids(page.jobs()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(paged).containsExactly("c", "a", "d", "b");
        JobQuery labelled = new JobQuery(JobState.FINISHED, 10, null, DueWindow.ANY, null, new TagFilter(null, "eu"));
        assertThat(ids(get(broker().list(tube(), labelled)).jobs())).containsExactly("a");
        assertThat(describe().counts().get(JobState.READY)).isZero();
    }

    @Test
    default void theHistoryEndsWithTheFinish() {
        timeIs(T0);
        keepAMinute();
        produce("a");
        release(take("a"), Duration.ZERO);
        Job taken = take("a");
        timeIs(T0.plusMillis(30));
        finish(taken, null).get();
        List<JobEvent> events =
                get(store().histories().history(tube(), id("a"))).events();
        assertThat(events)
                .extracting(JobEvent::what)
                .containsExactly(
                        JobEventType.PRODUCED,
                        JobEventType.CONSUMED,
                        JobEventType.RELEASED,
                        JobEventType.CONSUMED,
                        JobEventType.FINISHED);
        assertThat(events.get(4).at()).isEqualTo(T0.plusMillis(30));
        assertThat(events.get(4).ran()).isEqualTo(Duration.ofMillis(30));
    }

    @Test
    default void theyAreForgottenAfterTheirTime() {
        timeIs(T0);
        keepAMinute();
        finished("a");
        timeIs(T0.plusSeconds(20));
        finished("b");
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, Duration.ofSeconds(40)));
        timeIs(T0.plusSeconds(60).minusMillis(1));
        expireLeases();
        assertThat(kept()).containsExactly("a", "b");
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, Duration.ofSeconds(20)));
        assertNotKept("a");
        timeIs(T0.plusSeconds(80));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, null));
        assertNotKept("b");
        assertThat(describe().keptBytes()).isZero();
    }

    @Test
    default void aTubeIsLookedAtEachMinuteAsItsSettingsMayChange() {
        timeIs(T0);
        keep(KeepChange.of(HOUR));
        finished("a");
        assertThat(expireLeases().next()).isEqualTo(MINUTE);
        keep(KeepChange.of(Duration.ofSeconds(30)));
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases().next()).isNull();
        assertNotKept("a");
    }

    @Test
    default void aFinishMakesRoomForItselfAndOneMore() {
        timeIs(T0);
        keep(new KeepChange(MINUTE, 3, null, null, null));
        for (int i = 0; i < 5; i++) {
            timeIs(T0.plusMillis(i));
            finished("j" + i);
        }
        assertThat(kept()).containsExactly("j2", "j3", "j4");
        keep(new KeepChange(null, 10, null, null, null));
        for (int i = 5; i < 12; i++) {
            timeIs(T0.plusMillis(i));
            finished("j" + i);
        }
        keep(new KeepChange(null, 2, null, null, null));
        timeIs(T0.plusMillis(12));
        finished("j12");
        assertThat(describe().kept()).isEqualTo(9);
        expireLeases();
        assertThat(kept()).containsExactly("j11", "j12");
    }

    @Test
    default void noMoreBytesAreKeptThanTheTubeSays() {
        timeIs(T0);
        keepAMinute();
        finished(job("a"), Payload.binary(new byte[1000]));
        long each = describe().keptBytes();
        keep(new KeepChange(null, null, 2 * each, null, null));
        for (String id : List.of("b", "c", "d")) {
            timeIs(T0.plusMillis(id.charAt(0)));
            finished(job(id), Payload.binary(new byte[1000]));
        }
        assertThat(kept()).containsExactly("c", "d");
        assertThat(describe().keptBytes()).isEqualTo(2 * each);
        finished(job("e"), Payload.binary(new byte[3000]));
        assertThat(kept()).hasSizeLessThan(2);
    }

    @Test
    default void aLookForgetsAHundredAtMost() {
        timeIs(T0);
        keepAMinute();
        List<NewJob> jobs = IntStream.range(0, 250).mapToObj(i -> job("j" + i)).toList();
        produceAll(jobs);
        for (List<Job> taken = consume(100); !taken.isEmpty(); taken = consume(100)) {
            acknowledge(taken.stream()
                            .map(job -> new Acknowledgement.Finish(job.id(), job.requireLease(), RESULT))
                            .toList())
                    .forEach(ItemResult::get);
        }
        assertThat(describe().kept()).isEqualTo(250);
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases().next()).isEqualTo(Duration.ZERO);
        assertThat(describe().kept()).isEqualTo(150);
        expireLeases();
        assertThat(expireLeases().next()).isNull();
        assertThat(describe().kept()).isZero();
        assertThat(describe().keptBytes()).isZero();
    }

    @Test
    default void whatIsSwitchedOffIsForgottenAndThenTheTubeIsAsBefore() {
        timeIs(T0);
        keepAMinute();
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        finished("a");
        keep(KeepChange.of(Duration.ZERO));
        finished("b");
        assertNotKept("b");
        assertThat(describe().settings().keep().time()).isZero();
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        expireLeases();
        assertNotKept("a");
        assertThat(fieldOfTheTube("version")).isEqualTo("1");
    }

    @Test
    default void aTubeWithNothingButKeptJobsIsEmpty() {
        keepAMinute();
        finished(job("a"), RESULT);
        assertThat(get(tubes().deleteIfEmpty(tube()))).isTrue();
        assertThat(keysOfTheTube()).isEmpty();
    }

    @Test
    default void aKeptJobIsNoLiveOne() {
        keepAMinute();
        finished(job("a"), RESULT);
        assertFails(broker().take(tube(), id("a")), ErrorCode.JOB_NOT_FOUND);
        assertFails(broker().kick(tube(), id("a"), Duration.ZERO), ErrorCode.JOB_NOT_FOUND);
        assertFails(broker().delete(tube(), id("a"), true), ErrorCode.JOB_NOT_FOUND);
        assertFails(broker().explain(tube(), id("a")), ErrorCode.WRONG_STATE);
        assertHas(result("a"), RESULT);
    }

    @Test
    default void oneBatchHasResultsOfSeveralJobs() {
        keepAMinute();
        produceAll(job("a"), job("b"), job("c"));
        List<Acknowledgement> all = consume(3).stream()
                .<Acknowledgement>map(taken -> new Acknowledgement.Finish(
                        taken.id(),
                        taken.requireLease(),
                        taken.id().equals(id("b"))
                                ? null
                                : Payload.binary(taken.id().value().getBytes(UTF_8))))
                .toList();
        acknowledge(all).forEach(ItemResult::get);
        assertHas(result("a"), Payload.binary("a".getBytes(UTF_8)));
        assertThat(result("b").result()).isNull();
        assertHas(result("c"), Payload.binary("c".getBytes(UTF_8)));
    }
}
