package io.grape.core;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Due;
import io.grape.core.job.Explanation;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.JobTags;
import io.grape.core.job.JobWork;
import io.grape.core.job.JobsAhead;
import io.grape.core.job.KeyFacts;
import io.grape.core.job.NewJob;
import io.grape.core.tube.Pause;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job says why it has not been handed out. */
public interface ExplainContract extends ContractSteps {
    Duration SECOND = Duration.ofSeconds(1);

    default Explanation explain(String id) {
        return get(broker().explain(tube(), id(id)));
    }

    default void assertExplained(String id, ExplanationReason reason, String detail) {
        Explanation why = explain(id);
        assertThat(why.reason()).isEqualTo(reason);
        assertThat(why.detail()).isEqualTo(detail);
    }

    private long ahead(String id) {
        JobsAhead ahead = explain(id).ahead();
        assertThat(ahead).as(id).isNotNull().extracting(JobsAhead::mayBeMore).isEqualTo(false);
        return ahead == null ? -1 : ahead.jobs();
    }

    @Test
    default void aDelayedJobIsNotDue() {
        timeIs(T0);
        produce(delayed("a", HOUR).priority(7).maxAttempts(3));
        assertThat(explain("a"))
                .isEqualTo(new Explanation(
                        id("a"),
                        tube(),
                        JobState.DELAYED,
                        7,
                        0,
                        3,
                        T0.plus(HOUR),
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        false,
                        null,
                        JobWork.NONE));
        assertExplained("a", ExplanationReason.DELAYED, "it is not due until 2030-01-01T01:00:00Z");
        get(tubes().pause(tube(), null, ""));
        assertExplained(
                "a",
                ExplanationReason.DELAYED,
                "it is not due until 2030-01-01T01:00:00Z, and the tube is paused until it is resumed");
    }

    @Test
    default void aKeyInATubeWithoutKeysIsSaidToHaveNoEffect() {
        timeIs(T0);
        produce(job("a").tags(new JobTags("acme", List.of())));
        assertThat(explain("a").key()).extracting(KeyFacts::name).isEqualTo("acme");
        assertExplained(
                "a",
                ExplanationReason.NEXT,
                "nothing goes before it: the next consume gets it, and the tube has never delivered a job; its key 'acme'"
                        + " has no effect, as the tube has no keys");
    }

    @Test
    default void aJobWhoseTurnItIsWaitsForAConsumer() {
        timeIs(T0);
        produce("a");
        String next = "nothing goes before it: the next consume gets it, and ";
        assertExplained("a", ExplanationReason.NEXT, next + "the tube has never delivered a job");
        finish(consume());
        timeIs(T0.plus(HOUR));
        produce("b");
        assertExplained(
                "b", ExplanationReason.NEXT, next + "the tube has delivered nothing since 2030-01-01T00:00:00Z");
        assertThat(explain("b").lastDeliveredAt()).isEqualTo(T0);
    }

    @Test
    default void aReadyJobIsBehindThoseThatComeFirst() {
        timeIs(T0);
        produceAll(job("a"), job("b"), job("c"), delayed("later", HOUR));
        String never = ", and the tube has never delivered a job";
        assertExplained("b", ExplanationReason.JOBS_AHEAD, "1 ready job goes before it" + never);
        assertExplained("c", ExplanationReason.JOBS_AHEAD, "2 ready jobs go before it" + never);
        assertThat(explain("c").dueAt()).isEqualTo(T0);
        assertThat(explain("c").leaseUntil()).isNull();
    }

    @Test
    default void aReadyJobOfAPausedTubeWaitsForTheEndOfThePause() {
        timeIs(T0);
        produceAll(job("a"), job("b"));
        get(tubes().pause(tube(), HOUR, "maintenance"));
        assertExplained("b", ExplanationReason.PAUSED, "the tube is paused until 2030-01-01T01:00:00Z");
        assertThat(explain("b").paused()).isEqualTo(new Pause(T0.plus(HOUR), "maintenance"));
        assertThat(ahead("b")).isEqualTo(1);
        get(tubes().pause(tube(), null, ""));
        assertExplained("b", ExplanationReason.PAUSED, "the tube is paused until it is resumed");
        get(tubes().pause(tube(), SECOND, ""));
        timeIs(T0.plus(SECOND));
        assertThat(explain("a").reason()).isEqualTo(ExplanationReason.NEXT);
        assertThat(explain("a").paused()).isNull();
    }

    @Test
    default void aRetainedJobIsHeldUntilItsLeaseRunsOut() {
        timeIs(T0);
        handOut(job("a").ttr(HOUR).maxAttempts(1));
        timeIs(T0.plus(SECOND));
        assertExplained("a", ExplanationReason.RETAINED, "a consumer holds it until 2030-01-01T01:00:00Z");
        Explanation why = explain("a");
        assertThat(why.state()).isEqualTo(JobState.RETAINED);
        assertThat(why.noe()).isEqualTo(1);
        assertThat(why.dueAt()).isEqualTo(T0);
        assertThat(why.ahead()).isNull();
    }

    @Test
    default void aJobWhoseLeaseRanOutIsReadyAgain() {
        timeIs(T0);
        handOut(job("a").ttr(SECOND));
        timeIs(T0.plus(SECOND));
        produce(job("urgent").priority(0));
        assertExplained(
                "a",
                ExplanationReason.LEASE_EXPIRED,
                "its lease expired at 2030-01-01T00:00:01Z and it is ready again; 1 ready job goes before it, "
                        + "and the tube has delivered nothing since 2030-01-01T00:00:00Z");
        expireLeases();
        assertThat(explain("a").leaseUntil()).isNull();
    }

    @Test
    default void aBuriedJobStaysWhereItIs() {
        timeIs(T0);
        bury(handOut(job("a").maxAttempts(1)), "no such mailbox");
        assertExplained(
                "a",
                ExplanationReason.BURIED,
                "a consumer buried it, and it stays failed until it is kicked, discarded or deleted");
        assertThat(explain("a").failure()).isEqualTo("no such mailbox");
        assertThat(explain("a").dueAt()).isEqualTo(T0);
    }

    @Test
    default void aJobWhoseAttemptsAreSpentIsNotHandedOutAgain() {
        timeIs(T0);
        handOut(job("a").ttr(SECOND).maxAttempts(1));
        timeIs(T0.plus(SECOND));
        String spent = "all its attempts are spent, and it ";
        assertExplained(
                "a",
                ExplanationReason.ATTEMPTS_SPENT,
                spent + "fails when a broker notices that its lease expired at 2030-01-01T00:00:01Z");
        assertThat(explain("a").ahead()).isNull();
        expireLeases();
        assertExplained(
                "a", ExplanationReason.ATTEMPTS_SPENT, spent + "stays failed until it is kicked, discarded or deleted");
        kick("a", Duration.ZERO);
        assertThat(explain("a").reason()).isEqualTo(ExplanationReason.NEXT);
    }

    @Test
    default void asManyGoBeforeAJobAsAreHandedOutBeforeIt() {
        timeIs(T0);
        long[] priorities = {1024, 7, 2000, 0};
        for (int i = 0; i < 12; i++) {
            produce(job("held" + i)
                    .priority(priorities[i % 4])
                    .ttr(Duration.ofSeconds(1 + i % 3))
                    .maxAttempts(i % 5));
        }
        assertThat(consume(12)).hasSize(12);
        for (int i = 0; i < 16; i++) {
            Instant due = T0.plusMillis(500 + 500 * (i / 4));
            produce(job("due" + i).priority(priorities[i % 4]).due(Due.at(due)));
        }
        timeIs(T0.plus(Duration.ofMillis(1500)));
        produce(job("coming").priority(3).due(Due.after(SECOND)));
        timeIs(T0.plus(Duration.ofMillis(2500)));
        List<String> all = new ArrayList<>(List.of("coming"));
        for (int i = 0; i < 16; i++) {
            all.add("due" + i);
        }
        for (int i = 0; i < 12; i++) {
            all.add("held" + i);
        }
        List<String> ready =
                all.stream().filter(id -> explain(id).ahead() != null).toList();
        List<Long> ahead = ready.stream().map(this::ahead).toList();
        List<String> handedOut = drain();
        assertThat(handedOut).containsExactlyInAnyOrderElementsOf(ready).hasSizeGreaterThan(20);
        assertThat(ahead)
                .containsExactlyElementsOf(
                        ready.stream().map(id -> (long) handedOut.indexOf(id)).toList());
    }

    @Test
    default void whereManyLeasesRanOutThereMayBeMore() {
        timeIs(T0);
        produceAll(jobs(150).stream().map(job -> job.ttr(SECOND)).toList());
        assertThat(consume(150)).hasSize(150);
        timeIs(T0.plusSeconds(2));
        produce("last");
        assertThat(explain("last").ahead()).isEqualTo(new JobsAhead(100, true));
        assertThat(explain("last").detail()).startsWith("at least 100 ready jobs go before it, and ");
    }

    @Test
    default void whereManyPrioritiesAreMoreUrgentThereMayBeMore() {
        timeIs(T0);
        List<NewJob> urgent = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            urgent.add(job("p" + i).priority(i));
        }
        produceAll(urgent).forEach(ItemResult::get);
        produce("last");
        assertThat(explain("last").ahead()).isEqualTo(new JobsAhead(1000, true));
    }

    @Test
    default void toExplainChangesNothing() {
        timeIs(T0);
        for (JobState state : STATES) {
            make(state.wireName(), state);
        }
        timeIs(T0.plusSeconds(90));
        for (JobState state : STATES) {
            Look before = look(state.wireName());
            assertThat(explain(state.wireName()).state()).isEqualTo(before.job().state());
            assertSame(look(state.wireName()), before);
        }
    }

    @Test
    default void whatIsNotThereCannotBeExplained() {
        assertFails(broker().explain(tube(), id("a")), ErrorCode.TUBE_NOT_FOUND);
        create(TubeSettings.DEFAULT);
        assertFails(broker().explain(tube(), id("a")), ErrorCode.JOB_NOT_FOUND);
    }
}
