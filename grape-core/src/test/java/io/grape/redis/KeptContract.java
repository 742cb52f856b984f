package io.grape.redis;

import static io.grape.catalog.TubeFields.KEEP_FINISHED;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_BYTES;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_MAX;
import static io.grape.catalog.TubeFields.KEEP_PAYLOAD;
import static io.grape.catalog.TubeFields.RESULT_MAX_BYTES;
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
import io.grape.core.job.Outcome;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Finished jobs are kept for a time, with their results. */
interface KeptContract extends KeptSteps {
    @Test
    default void aNewTubeKeepsNothing() {
        create(TubeSettings.DEFAULT);
        assertThat(describe().settings()).isEqualTo(TubeSettings.DEFAULT);
        finished(job("a"), RESULT);
        assertNotKept("a");
        assertThat(kept()).isEmpty();
        assertThat(describe().kept()).isZero();
        assertThat(total(TubeCounter.FINISHED)).isEqualTo(1);
        assertThatThrownBy(() -> result("a")).hasMessageContaining("keepFinishedMs is 0");
    }

    @Test
    default void whatIsKeptIsASettingOfTheTube() {
        TubeSettings all = TubeSettings.DEFAULT
                .with(KEEP_FINISHED, MINUTE)
                .with(KEEP_FINISHED_MAX, 5)
                .with(KEEP_FINISHED_BYTES, 1000L)
                .with(KEEP_PAYLOAD, true)
                .with(RESULT_MAX_BYTES, 10);
        keep(all.asChange());
        assertThat(describe().settings()).isEqualTo(all);
        keep(TubeSettingsChange.NONE);
        assertThat(describe().settings()).isEqualTo(all);
        keep(TubeSettingsChange.of(KEEP_FINISHED_MAX, 6));
        assertThat(describe().settings()).isEqualTo(all.with(KEEP_FINISHED_MAX, 6));
        keep(TubeSettings.DEFAULT.asChange());
        assertThat(describe().settings()).isEqualTo(TubeSettings.DEFAULT);
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
        KeptSteps.assertHas(result("a"), RESULT);
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
        KeptSteps.assertHas(result("a"), Payload.binary(new byte[0]));
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
        keep(TubeSettingsChange.of(KEEP_FINISHED, MINUTE).and(KEEP_PAYLOAD, true));
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
        keep(TubeSettingsChange.of(KEEP_FINISHED, MINUTE).and(RESULT_MAX_BYTES, 3));
        produce("a");
        Job taken = take("a");
        ItemResult<Acknowledged> refused = finish(taken, Payload.binary(new byte[4]));
        assertFailed(refused, ErrorCode.TOO_LARGE);
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
        assertFailed(outcomes.get(0), ErrorCode.TOO_LARGE);
        assertThat(outcomes.get(1).failure()).isNull();
    }

    @Test
    default void aFinishIsAnsweredAgainAndCountsOnce() {
        keepAMinute();
        Job taken = finished(job("a"), RESULT);
        finish(taken, Payload.binary(new byte[1])).get();
        assertThat(total(TubeCounter.FINISHED)).isEqualTo(1);
        KeptSteps.assertHas(result("a"), RESULT);
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
        KeptSteps.assertHas(result("a"), RESULT);
        assertThat(total(TubeCounter.FINISHED)).isEqualTo(1);
        assertThat(get(store().histories().history(tube(), id("a"))).events())
                .extracting(JobEvent::what)
                .containsExactly(
                        JobEventType.PRODUCED, JobEventType.CONSUMED, JobEventType.EXPIRED, JobEventType.FINISHED);
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
        KeptSteps.assertHas(result("a"), RESULT);
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
        KeptSteps.assertHas(result("a"), Payload.binary("a".getBytes(UTF_8)));
        assertThat(result("b").result()).isNull();
        KeptSteps.assertHas(result("c"), Payload.binary("c".getBytes(UTF_8)));
    }
}
