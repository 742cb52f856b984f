package io.grape.core.tube;

import static io.grape.catalog.TubeFields.EXPIRES_AFTER;
import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.Explanation;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A job that is not begun in time expires: it is dropped or buried. One that was begun does not. */
public interface UnstartedContract extends ContractSteps {
    Duration MINUTE = Duration.ofMinutes(1);
    String OVERDUE = "expired before it was begun";

    private void expireIn(Duration time, ExpireTo to) {
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(EXPIRES_AFTER, time).and(EXPIRE_TO, to.wireName())));
    }

    private static NewJob brief(String id) {
        return job(id).expiry(Expiry.after(MINUTE));
    }

    @Test
    default void jobsOfANewTubeDoNotExpire() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        produce("a");
        assertThat(describe().settings().get(EXPIRES_AFTER)).isZero();
        assertThat(describe().settings().expireTo()).isEqualTo(ExpireTo.DROP);
        assertThat(peek("a").expiresAt()).isNull();
        timeIs(T0.plus(Duration.ofDays(3650)));
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void theTimeAndWhatThenAreSettingsOfTheTube() {
        expireIn(MINUTE, ExpireTo.BURY);
        assertThat(describe().settings().get(EXPIRES_AFTER)).isEqualTo(MINUTE);
        assertThat(describe().settings().expireTo()).isEqualTo(ExpireTo.BURY);
        get(tubes().configure(tube(), TubeSettingsChange.of(TTR, Duration.ofSeconds(9))));
        assertThat(describe().settings().get(EXPIRES_AFTER)).isEqualTo(MINUTE);
        assertThat(describe().settings().expireTo()).isEqualTo(ExpireTo.BURY);
        get(tubes().configure(
                        tube(),
                        TubeSettingsChange.of(EXPIRES_AFTER, Duration.ZERO).and(EXPIRE_TO, "drop")));
        assertThat(describe().settings().get(EXPIRES_AFTER)).isZero();
        assertThat(describe().settings().expireTo()).isEqualTo(ExpireTo.DROP);
    }

    @Test
    default void aJobThatWasNotBegunInTimeIsNotDelivered() {
        timeIs(T0);
        produceAll(brief("a"), job("b"));
        timeIs(T0.plus(MINUTE));
        assertThat(ids(consume(10))).containsExactly("b");
        assertGone("a");
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(1);
        assertThat(describe().total(TubeCounter.DROPPED)).isZero();
        assertThat(produce("a").created()).isTrue();
    }

    @Test
    default void theLastMsIsInTime() {
        timeIs(T0);
        produce(brief("a"));
        assertThat(peek("a").expiresAt()).isEqualTo(T0.plus(MINUTE));
        timeIs(T0.plus(MINUTE).minusMillis(1));
        Job begun = consume();
        assertThat(begun.expiresAt()).isEqualTo(T0.plus(MINUTE));
        timeIs(T0.plus(HOUR));
        assertThat(begun.requireLease()).isNotNull();
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isZero();
    }

    @Test
    default void oneThatIsBuriedSaysWhyAndDoesNotExpireAgain() {
        timeIs(T0);
        expireIn(MINUTE, ExpireTo.BURY);
        produce("a");
        timeIs(T0.plus(MINUTE));
        assertThat(consume(10)).isEmpty();
        Job failed = peek("a");
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.reason()).isEqualTo(OVERDUE);
        assertThat(failed.noe()).isZero();
        assertThat(describe().total(TubeCounter.BURIED)).isEqualTo(1);
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isZero();
        timeIs(T0.plus(HOUR));
        kick("a", Duration.ZERO);
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void aJobThatWasBegunDoesNotExpire() {
        timeIs(T0);
        List<NewJob> all =
                IntStream.range(0, 4).mapToObj(i -> brief("j" + i).ttr(MINUTE)).toList();
        produceAll(all.toArray(NewJob[]::new));
        List<Job> held = consume(10);
        release(held.get(0), Duration.ZERO);
        get(broker().handBack(tube(), List.of(held.get(1))));
        acknowledge(new Acknowledgement.HandBack(held.get(2).id(), held.get(2).requireLease(), Duration.ofSeconds(3)));
        timeIs(T0.plus(HOUR));
        assertThat(ids(consume(10))).containsExactlyInAnyOrder("j0", "j1", "j2", "j3");
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isZero();
    }

    @Test
    default void anInstantMayBeGiven() {
        timeIs(T0);
        produceAll(
                job("a").expiry(Expiry.at(T0.plusSeconds(10))),
                delayed("b", Duration.ofSeconds(9)).expiry(Expiry.at(T0.plusSeconds(10))),
                job("c").due(Due.at(T0.plusSeconds(3))).expiry(Expiry.after(Duration.ofSeconds(10))));
        for (String id : List.of("a", "b", "c")) {
            assertThat(peek(id).expiresAt()).isEqualTo(T0.plusSeconds(10));
        }
        timeIs(T0.plusSeconds(10));
        assertThat(consume(10)).isEmpty();
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(3);
    }

    @Test
    default void itsOwnTimeGoesBeforeTheTubes() {
        timeIs(T0);
        expireIn(HOUR, ExpireTo.DROP);
        produceAll(job("tube"), brief("own"), job("later").expiry(Expiry.after(Duration.ofHours(2))));
        assertThat(peek("tube").expiresAt()).isEqualTo(T0.plus(HOUR));
        timeIs(T0.plus(HOUR));
        assertThat(ids(consume(10))).containsExactly("later");
    }

    @Test
    default void aChangeOfTheSettingHoldsForNewJobs() {
        timeIs(T0);
        expireIn(MINUTE, ExpireTo.DROP);
        produce("a");
        get(tubes().configure(
                        tube(),
                        TubeSettingsChange.of(EXPIRES_AFTER, Duration.ZERO).and(EXPIRE_TO, "drop")));
        assertThat(describe().settings().get(EXPIRES_AFTER)).isZero();
        produce("b");
        timeIs(T0.plus(MINUTE));
        assertThat(ids(consume(10))).containsExactly("b");
    }

    @Test
    default void itExpiresWithoutAConsumer() {
        timeIs(T0);
        produceAll(brief("a"), delayed("b", Duration.ofSeconds(59)).expiry(Expiry.after(MINUTE)), job("c"));
        get(tubes().pause(tube(), null, ""));
        timeIs(T0.plus(MINUTE));
        assertThat(expireLeases().expired()).isZero();
        assertGone("a");
        assertGone("b");
        assertThat(stateOf("c")).isEqualTo(JobState.READY);
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(2);
    }

    @Test
    default void aProduceOfAnIdThatHasExpiredMakesTheJob() {
        timeIs(T0);
        produceAll(brief("a"), brief("b"));
        timeIs(T0.plus(MINUTE));
        assertThat(produce("a").created()).isTrue();
        assertThat(produce(job("b").onDuplicate(OnDuplicate.REJECT)).created()).isTrue();
        assertThat(ids(consume(10))).containsExactly("a", "b");
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(2);
    }

    @Test
    default void aReplacementExpiresAsItSays() {
        timeIs(T0);
        produceAll(brief("a"), job("b"), brief("c"));
        produceAll(
                job("a").onDuplicate(OnDuplicate.REPLACE),
                brief("b").onDuplicate(OnDuplicate.REPLACE),
                job("c").expiry(Expiry.after(HOUR)).onDuplicate(OnDuplicate.REPLACE));
        assertThat(peek("a").expiresAt()).isNull();
        timeIs(T0.plus(MINUTE));
        assertThat(ids(consume(10))).containsExactly("a", "c");
    }

    @Test
    default void aJobThatWouldBeDueNoSoonerThanItExpiresIsRefused() {
        timeIs(T0);
        assertFailed(
                produceAll(List.of(job("a").expiry(Expiry.at(T0)), job("b"))).get(0), ErrorCode.BAD_REQUEST);
        assertFailed(
                produceAll(List.of(delayed("a", MINUTE).expiry(Expiry.at(T0.plus(MINUTE))), job("b")))
                        .get(0),
                ErrorCode.BAD_REQUEST);
        assertFailed(
                produceAll(List.of(job("a").due(Due.at(T0.plus(MINUTE))).expiry(Expiry.after(MINUTE)), job("b")))
                        .get(0),
                ErrorCode.BAD_REQUEST);
        get(tubes().configure(
                        tube(), TubeSettingsChange.of(EXPIRES_AFTER, MINUTE).and(EXPIRE_TO, "drop")));
        assertFailed(produceAll(List.of(delayed("a", MINUTE), job("b"))).get(0), ErrorCode.BAD_REQUEST);
        assertGone("a");
        assertThat(produce(delayed("a", MINUTE.minusMillis(1))).created()).isTrue();
        assertFailed(
                produceAll(List.of(delayed("a", MINUTE).onDuplicate(OnDuplicate.REPLACE), job("b")))
                        .get(0),
                ErrorCode.BAD_REQUEST);
        assertThat(produce(delayed("a", HOUR)).created()).isFalse();
    }

    @Test
    default void aTakeFindsThatItHasExpired() {
        timeIs(T0);
        produceAll(brief("a"), brief("b"));
        timeIs(T0.plus(MINUTE));
        assertFails(broker().take(tube(), id("a")), ErrorCode.JOB_NOT_FOUND);
        get(tubes().configure(
                        tube(),
                        TubeSettingsChange.of(EXPIRES_AFTER, Duration.ZERO).and(EXPIRE_TO, "bury")));
        assertFails(broker().take(tube(), id("b")), ErrorCode.WRONG_STATE);
        assertThat(stateOf("b")).isEqualTo(JobState.FAILED);
        assertThat(take("b").id()).isEqualTo(id("b"));
    }

    @Test
    default void manyExpireInSlices() {
        timeIs(T0);
        List<NewJob> all = IntStream.range(0, 350)
                .mapToObj(i -> brief("j" + i).priority(i % 2 == 0 ? 1024 : 7))
                .toList();
        produceAll(all.toArray(NewJob[]::new));
        produce(job("last").priority(2000));
        timeIs(T0.plus(MINUTE));
        assertThat(ids(consume(1))).containsExactly("last");
        assertThat(describe().total(TubeCounter.EXPIRED_UNSTARTED)).isEqualTo(350);
    }

    @Test
    default void aChangeDoesNotDelayAJobBeyondItsTime() {
        timeIs(T0);
        produce(brief("a"));
        assertFails(broker().change(tube(), id("a"), JobChange.NONE.due(Due.after(MINUTE))), ErrorCode.BAD_REQUEST);
        assertFails(
                broker().change(tube(), id("a"), JobChange.NONE.due(Due.at(T0.plus(MINUTE)))), ErrorCode.BAD_REQUEST);
        get(broker().change(tube(), id("a"), JobChange.NONE.due(Due.after(Duration.ofSeconds(59)))));
        assertThat(peek("a").expiresAt()).isEqualTo(T0.plus(MINUTE));
        timeIs(T0.plus(MINUTE));
        assertThat(consume(10)).isEmpty();
    }

    @Test
    default void aKickTakesTheTimeOffOnlyWhereItIsInTheWay() {
        timeIs(T0);
        produceAll(
                delayed("soon", Duration.ofSeconds(30)).expiry(Expiry.after(MINUTE)),
                delayed("late", Duration.ofSeconds(30)).expiry(Expiry.after(MINUTE)));
        kick("soon", Duration.ofSeconds(10));
        kick("late", MINUTE);
        timeIs(T0.plus(MINUTE));
        assertThat(ids(consume(10))).containsExactly("late");
        assertGone("soon");
    }

    @Test
    default void idsThatExpiredAreRemembered() {
        timeIs(T0);
        produce(brief("a").dedup(HOUR));
        timeIs(T0.plus(MINUTE));
        assertThat(consume(10)).isEmpty();
        assertThat(produce("a").state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    default void explainSaysWhenItExpires() {
        timeIs(T0);
        produce(brief("a"));
        Explanation before = get(broker().explain(tube(), id("a")));
        assertThat(before.reason()).isEqualTo(ExplanationReason.NEXT);
        assertThat(before.expiresAt()).isEqualTo(T0.plus(MINUTE));
        assertThat(before.detail()).endsWith("; it expires at 2030-01-01T00:01:00Z unless it is begun by then");
        timeIs(T0.plus(MINUTE));
        Explanation over = get(broker().explain(tube(), id("a")));
        assertThat(over.reason()).isEqualTo(ExplanationReason.EXPIRES);
        assertThat(over.detail())
                .isEqualTo(
                        "it expired at 2030-01-01T00:01:00Z before it was begun, and the next look drops or buries it");
    }

    @Test
    default void aListShowsWhenTheyExpire() {
        timeIs(T0);
        produceAll(brief("a"), job("b"));
        List<Instant> shown = get(broker().list(tube(), new JobQuery(JobState.READY, 10, null))).jobs().stream()
                .map(job -> job.expiresAt() == null ? Instant.EPOCH : job.expiresAt())
                .toList();
        assertThat(shown).containsExactly(T0.plus(MINUTE), Instant.EPOCH);
    }
}
