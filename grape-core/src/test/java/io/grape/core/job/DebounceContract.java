package io.grape.core.job;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A produce puts off the job that waits under its id, up to a time; while the job runs, what was produced last follows it. */
interface DebounceContract extends ContractSteps {
    Duration QUIET = Duration.ofSeconds(10);
    Duration LONGEST = Duration.ofSeconds(25);

    private static NewJob edit(String payload) {
        return NewJob.of(id("a"), Payload.binary(payload.getBytes(UTF_8)))
                .due(Due.after(QUIET))
                .debounce(LONGEST);
    }

    private static String text(Job job) {
        return new String(job.payload().bytes(), UTF_8);
    }

    /** A job that is under a lease, and what follows it. */
    private Job followed(NewJob first) {
        Job held = handOut(first);
        assertThat(produce(edit("next"))).isEqualTo(new Produced(id("a"), JobState.RETAINED, false, null, true));
        return held;
    }

    private void assertBegunAnew(int seconds) {
        Job next = peek("a");
        assertThat(text(next)).isEqualTo("next");
        assertThat(next.noe()).isZero();
        assertThat(next.state()).isEqualTo(JobState.DELAYED);
        assertThat(next.dueAt()).isEqualTo(T0.plusSeconds(seconds));
    }

    private void assertBalanced() {
        Tube tube = describe();
        long live = JobState.live().stream().mapToLong(tube::count).sum();
        long gone = List.of(TubeCounter.FINISHED, TubeCounter.DELETED, TubeCounter.DISCARDED).stream()
                .mapToLong(tube::total)
                .sum();
        assertThat(tube.total(TubeCounter.PRODUCED)).isEqualTo(live + gone);
    }

    @Test
    default void theFirstProduceMakesTheJob() {
        timeIs(T0);
        assertThat(produce(edit("1"))).isEqualTo(new Produced(id("a"), JobState.DELAYED, true, T0.plus(QUIET)));
    }

    @Test
    default void eachProducePutsItOff() {
        timeIs(T0);
        produce(edit("1"));
        timeIs(T0.plusSeconds(7));
        assertThat(produce(edit("2"))).isEqualTo(new Produced(id("a"), JobState.DELAYED, false, T0.plusSeconds(17)));
        timeIs(T0.plusSeconds(16));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plusSeconds(17));
        assertThat(text(consume())).isEqualTo("2");
        assertThat(describe().total(TubeCounter.PRODUCED)).isEqualTo(1);
    }

    @Test
    default void itIsPutOffNoLongerThanItsLongestTime() {
        timeIs(T0);
        produce(edit("1"));
        for (int second : List.of(8, 16, 24)) {
            timeIs(T0.plusSeconds(second));
            produce(edit("at " + second));
        }
        Job last = peek("a");
        assertThat(last.dueAt()).isEqualTo(T0.plus(LONGEST));
        assertThat(last.delay()).isEqualTo(Duration.ofSeconds(1));
        timeIs(T0.plus(LONGEST));
        assertThat(text(consume())).isEqualTo("at 24");
    }

    @Test
    default void theFirstIsNotDueLaterThanItsLongestTime() {
        timeIs(T0);
        NewJob late = delayed("a", HOUR).debounce(LONGEST);
        assertThat(produce(late).dueAt()).isEqualTo(T0.plus(LONGEST));
    }

    @Test
    default void withoutALongestTimeItIsPutOffForEver() {
        timeIs(T0);
        produce(delayed("a", QUIET).debounce(null));
        timeIs(T0.plusSeconds(9));
        produce(delayed("a", QUIET).debounce(null));
        assertThat(peek("a").dueAt()).isEqualTo(T0.plusSeconds(19));
    }

    @Test
    default void aReadyOrFailedJobIsReplaced() {
        timeIs(T0);
        produce(job("a"));
        timeIs(T0.plusSeconds(1));
        assertThat(produce(edit("2"))).isEqualTo(new Produced(id("a"), JobState.DELAYED, false, T0.plusSeconds(11)));
        timeIs(T0.plusSeconds(11));
        bury(consume(), "broken");
        assertThat(produce(edit("3")).state()).isEqualTo(JobState.DELAYED);
        assertThat(peek("a").noe()).isZero();
        assertThat(text(peek("a"))).isEqualTo("3");
    }

    @Test
    default void anIdThatIsRememberedIsMade() {
        timeIs(T0);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, HOUR)));
        finish(handOut(job("a")));
        assertThat(produce("a").state()).isEqualTo(JobState.FINISHED);
        assertThat(produce(edit("1")).created()).isTrue();
    }

    @Test
    default void whatIsProducedWhileItRunsFollowsItsFinish() {
        timeIs(T0);
        Job held = followed(job("a"));
        assertThat(text(peek("a"))).isEqualTo("a");
        timeIs(T0.plusSeconds(3));
        Acknowledged done = finish(held);
        assertThat(done.state()).isNull();
        assertThat(done.successor()).isTrue();
        assertBegunAnew(10);
        assertThat(peek("a").createdAt()).isEqualTo(T0.plusSeconds(3));
        assertThat(describe().total(TubeCounter.FINISHED)).isEqualTo(1);
        assertThat(describe().total(TubeCounter.PRODUCED)).isEqualTo(2);
        assertBalanced();
        timeIs(T0.plusSeconds(10));
        assertThat(finish(consume()).successor()).isFalse();
        assertGone("a");
    }

    @Test
    default void theLastOneFollows() {
        timeIs(T0);
        Job held = followed(job("a"));
        timeIs(T0.plusSeconds(20));
        produce(edit("last"));
        finish(held);
        assertThat(text(peek("a"))).isEqualTo("last");
        assertThat(peek("a").dueAt()).as("25 s after the first of them").isEqualTo(T0.plus(LONGEST));
        timeIs(T0.plusSeconds(24));
        produce(edit("later"));
        assertThat(peek("a").dueAt()).isEqualTo(T0.plus(LONGEST));
    }

    @Test
    default void whatFollowsIsDueAtOnceIfItsTimeHasCome() {
        timeIs(T0);
        Job held = followed(job("a"));
        timeIs(T0.plusSeconds(30));
        finish(held);
        assertThat(text(consume())).isEqualTo("next");
    }

    @Test
    default void whatFollowsABuriedJobBeginsAnew() {
        timeIs(T0);
        Job held = followed(job("a"));
        Acknowledged done = bury(held, "broken");
        assertThat(done.state()).isEqualTo(JobState.DELAYED);
        assertThat(done.dueAt()).isEqualTo(T0.plus(QUIET));
        assertThat(done.successor()).isTrue();
        assertBegunAnew(10);
        assertThat(describe().total(TubeCounter.BURIED)).isEqualTo(1);
        assertBalanced();
    }

    @Test
    default void whatFollowsAJobWhoseAttemptsAreSpentBeginsAnew() {
        timeIs(T0);
        release(followed(job("a").maxAttempts(1)), HOUR);
        assertBegunAnew(10);
        assertThat(describe().total(TubeCounter.BURIED)).isEqualTo(1);
        assertThat(describe().total(TubeCounter.RELEASED)).isZero();
        assertBalanced();
    }

    @Test
    default void whatFollowsTakesThePlaceOfAReleasedJob() {
        timeIs(T0);
        Acknowledged done = release(followed(job("a")), HOUR);
        assertThat(done.state()).isEqualTo(JobState.DELAYED);
        assertThat(done.successor()).isTrue();
        assertBegunAnew(10);
        assertThat(describe().total(TubeCounter.RELEASED)).isEqualTo(1);
        assertThat(describe().total(TubeCounter.PRODUCED)).isEqualTo(1);
        assertBalanced();
    }

    @Test
    default void whatFollowsTakesThePlaceOfAJobThatIsHandedBackOrOver() {
        timeIs(T0);
        Job held = followed(job("a"));
        acknowledge(new Acknowledgement.HandBack(id("a"), held.requireLease(), HOUR))
                .get();
        assertBegunAnew(10);
        get(broker().delete(tube(), id("a"), false));
        Job again = followed(job("a"));
        Checkpoint half = new Checkpoint(Payload.binary(new byte[] {5}));
        acknowledge(new Acknowledgement.HandOver(id("a"), again.requireLease(), half))
                .get();
        assertBegunAnew(10);
        assertThat(peek("a").work().checkpoint()).isNull();
        assertBalanced();
    }

    @Test
    default void whatFollowsTakesThePlaceOfAJobWhoseLeaseExpired() {
        timeIs(T0);
        Job held = followed(job("a").ttr(Duration.ofSeconds(2)));
        timeIs(T0.plusSeconds(3));
        assertThat(expireLeases().expired()).isEqualTo(1);
        assertBegunAnew(10);
        assertFailed(acknowledge(new Acknowledgement.Finish(id("a"), held.requireLease())), ErrorCode.LEASE_LOST);
        assertBalanced();
    }

    @Test
    default void whatFollowsTakesThePlaceOfAJobThatWouldFailWithItsLease() {
        timeIs(T0);
        followed(job("a").ttr(Duration.ofSeconds(2)).maxAttempts(1));
        timeIs(T0.plusSeconds(3));
        expireLeases();
        assertBegunAnew(10);
        assertThat(describe().total(TubeCounter.BURIED)).isEqualTo(1);
        assertBalanced();
    }

    @Test
    default void aTouchLeavesWhatFollows() {
        timeIs(T0);
        Job held = followed(job("a"));
        touch(held);
        assertThat(stateOf("a")).isEqualTo(JobState.RETAINED);
        finish(held);
        assertBegunAnew(10);
    }

    @Test
    default void aForcedDeleteRemovesBoth() {
        timeIs(T0);
        followed(job("a"));
        get(broker().delete(tube(), id("a"), true));
        assertGone("a");
        assertThat(consume(10)).isEmpty();
        assertBalanced();
    }

    @Test
    default void whatFollowsHasItsOwnOptions() {
        timeIs(T0);
        Job held = handOut(job("a").tags(new JobTags("old", List.of("x"))).headers(new Headers(Map.of("h", "1"))));
        NewJob next = edit("next")
                .tags(new JobTags("acme", List.of("eu")))
                .priority(7)
                .ttr(Duration.ofSeconds(9))
                .maxAttempts(3)
                .expiry(Expiry.after(HOUR));
        produce(next);
        finish(held);
        Job begun = peek("a");
        assertThat(begun.tags()).isEqualTo(next.tags());
        assertThat(begun.headers()).isEqualTo(Headers.NONE);
        assertThat(begun.priority()).isEqualTo(7);
        assertThat(begun.ttr()).isEqualTo(Duration.ofSeconds(9));
        assertThat(begun.maxAttempts()).isEqualTo(3);
        assertThat(begun.delay()).isEqualTo(QUIET);
        assertThat(begun.expiresAt()).isEqualTo(T0.plus(HOUR));
        timeIs(T0.plus(HOUR));
        assertThat(consume(10)).isEmpty();
    }

    @Test
    default void aBatchDebouncesEach() {
        timeIs(T0);
        produce(job("b"));
        Job held = handOut(job("a"));
        List<NewJob> batch = List.of(edit("next"), delayed("b", QUIET).debounce(LONGEST), job("c").debounce(null));
        assertThat(produceAll(batch).stream().map(one -> one.get().successor()).toList())
                .containsExactly(true, false, false);
        finish(held);
        assertThat(ids(consume(10))).containsExactly("c");
        assertBegunAnew(10);
    }

    @Test
    default void aLongestTimeNeedsADebounce() {
        assertThatThrownBy(() -> edit("1").onDuplicate(OnDuplicate.REPLACE))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining("debounceMaxMs: expected it with onDuplicate=debounce, got it with replace");
    }
}
