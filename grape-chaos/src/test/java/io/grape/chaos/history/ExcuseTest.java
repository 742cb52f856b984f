package io.grape.chaos.history;

import static io.grape.chaos.history.CallOutcome.DONE;
import static io.grape.chaos.history.CallOutcome.UNKNOWN;
import static io.grape.chaos.history.Entry.Verb.BURY;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.chaos.history.Violation.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which violations a fault excuses, as it may have undone what was answered, and which it does not. */
final class ExcuseTest {
    private static final Duration PAST_TTR = Scene.TTR.plusMillis(5);
    private static final Optional<Duration> A_SECOND = Optional.of(Duration.ofSeconds(1));

    private final Scene scene = new Scene();

    private void expectExcused(Kind kind, String fault) {
        assertThat(scene.check().violations()).extracting(Violation::kind).containsExactly(kind);
        assertThat(scene.check().violations().get(0).excuse().map(Excuse::fault))
                .contains(fault);
        assertThat(scene.check().unexcused()).isEmpty();
    }

    @Test
    void aLostJobIsExcusedByAFaultThatMayHaveUndoneItsProduce() {
        scene.produced("a").pass(Duration.ofMillis(500)).fault("failover", A_SECOND);
        expectExcused(Kind.LOST, "failover");
        assertThat(scene.check().violations().get(0).excuse().map(Excuse::age)).contains(Duration.ofMillis(500));
    }

    @Test
    void aLostJobThatIsOlderThanTheWindowHasNoExcuse() {
        scene.produced("a").pass(Duration.ofSeconds(2)).fault("failover", A_SECOND);
        scene.expect(Kind.LOST);
    }

    @Test
    void aLostJobThatWasProducedAfterTheFaultHasNoExcuse() {
        scene.fault("failover", A_SECOND).pass(Duration.ofMillis(1)).produced("a");
        scene.expect(Kind.LOST);
    }

    @Test
    void aFaultThatMustUndoNothingExcusesNothing() {
        scene.produced("a").fault("kill", Optional.empty());
        scene.expect(Kind.LOST);
    }

    @Test
    void aJobThatWasThereBeforeTheWindowHasNoExcuseForALaterTry() {
        Instant due = scene.now();
        scene.produced("a", due, DONE, true).pass(Duration.ofSeconds(2));
        scene.produced("a", due, DONE, false).fault("failover", A_SECOND);
        scene.expect(Kind.LOST);
    }

    @Test
    void aFinishedLifeIsNoExcuseForALaterOne() {
        Instant due = scene.now();
        scene.produced("a", due, UNKNOWN, false)
                .handedOut("a", 7)
                .fault("failover", A_SECOND)
                .finished("a", 7);
        scene.produced("a", due, DONE, true);
        scene.expect(Kind.LOST);
    }

    @Test
    void oneFinishThatWasUndoneExcusesOnlyOneLife() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).pass(Duration.ofSeconds(2));
        scene.handedOut("a", 8).finished("a", 8).fault("failover", A_SECOND);
        scene.handedOut("a", 9).finished("a", 9);
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void aFinishThatWasUndoneExcusesAnotherLife() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).fault("failover", A_SECOND);
        scene.pass(PAST_TTR).handedOut("a", 8).finished("a", 8);
        expectExcused(Kind.DUPLICATED, "failover");
    }

    @Test
    void aHandOutThatWasUndoneExcusesAnOverlap() {
        scene.produced("a").handedOut("a", 7).fault("failover", A_SECOND);
        scene.handedOut("a", 8).finished("a", 8);
        expectExcused(Kind.OVERLAPPING, "failover");
    }

    private Scene twoHandOuts() {
        return scene.produced("a").handedOut("a", 7).pass(PAST_TTR).handedOut("a", 8);
    }

    private void expectExcusedFinishOf7() {
        assertThat(scene.check().violations()).extracting(Violation::kind).containsExactly(Kind.DUPLICATED, Kind.STALE);
        assertThat(scene.check().unexcused()).isEmpty();
    }

    @Test
    void aHandOutThatWasUndoneExcusesAFinishUnderTheLeaseBefore() {
        twoHandOuts().pass(Duration.ofMillis(500)).fault("cut", A_SECOND).finished("a", 7);
        expectExcusedFinishOf7();
        assertThat(scene.check().violations().get(1).excuse()).contains(new Excuse("cut", Duration.ofMillis(500)));
    }

    @Test
    void allHandOutsThatWereUndoneExcuseAFinish() {
        twoHandOuts().released("a", 8, scene.now()).handedOut("a", 9);
        scene.fault("cut", A_SECOND).pass(PAST_TTR).finished("a", 7);
        expectExcusedFinishOf7();
    }

    @Test
    void oneOfTwoHandOutsThatWasUndoneExcusesNoFinish() {
        twoHandOuts().fault("cut", A_SECOND).pass(PAST_TTR).handedOut("a", 9).finished("a", 7);
        scene.expect(Kind.DUPLICATED, Kind.STALE);
    }

    @Test
    void aHandOutThatIsOlderThanTheWindowExcusesNoFinish() {
        twoHandOuts().pass(Duration.ofSeconds(2)).fault("cut", A_SECOND).finished("a", 7);
        scene.expect(Kind.DUPLICATED, Kind.STALE);
    }

    @Test
    void aHandOutAfterTheFaultExcusesNoFinish() {
        scene.produced("a").handedOut("a", 7).fault("cut", A_SECOND);
        scene.pass(PAST_TTR).handedOut("a", 8).finished("a", 7);
        scene.expect(Kind.DUPLICATED, Kind.STALE);
    }

    @Test
    void aFaultThatMustUndoNothingExcusesNoFinish() {
        twoHandOuts().fault("kill", Optional.empty()).finished("a", 7);
        scene.expect(Kind.DUPLICATED, Kind.STALE);
    }

    @Test
    void aFaultThatComesLaterExcusesNoStaleLease() {
        twoHandOuts().acknowledged(BURY, "a", 7, DONE).fault("cut", A_SECOND).left("a");
        scene.expect(Kind.STALE);
    }

    @Test
    void aBuryThatWasUndoneWhileAHigherLeaseStandsIsExcused() {
        scene.produced("a").handedOut("a", 7).pass(PAST_TTR);
        scene.faultAround(
                "failover", A_SECOND, during -> during.handedOut("a", 8).acknowledged(BURY, "a", 7, DONE));
        scene.left("a");
        expectExcused(Kind.STALE, "failover");
    }

    @Test
    void aHandOutThatWasUndoneExcusesNoJobThatIsThereAtTheEnd() {
        twoHandOuts()
                .fault("cut", A_SECOND)
                .pass(Duration.ofSeconds(2))
                .finished("a", 7)
                .left("a");
        assertThat(scene.check().unexcused()).extracting(Violation::kind).containsExactly(Kind.DUPLICATED);
    }

    @Test
    void aHandOutThatWasUndoneExcusesALaterRelease() {
        twoHandOuts().fault("cut", A_SECOND);
        scene.released("a", 7, scene.now().plusSeconds(1)).left("a");
        assertThat(scene.check().violations()).extracting(Violation::kind).containsExactly(Kind.EARLY, Kind.STALE);
        assertThat(scene.check().unexcused()).isEmpty();
    }

    @Test
    void aFaultThatComesLaterExcusesNoReleaseThatWasOverlooked() {
        scene.produced("a").handedOut("a", 7).released("a", 7, scene.now().plusSeconds(9));
        scene.pass(Duration.ofSeconds(2))
                .handedOut("a", 8)
                .fault("cut", A_SECOND)
                .finished("a", 8);
        scene.expect(Kind.EARLY);
    }

    @Test
    void aFinishThatWasUndoneAfterAllElseWasSeenExcusesNoLife() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).pass(PAST_TTR);
        scene.handedOut("a", 8).finished("a", 8).fault("cut", A_SECOND);
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void aFinishBeforeWhichTheNextLifeWasSeenExcusesNone() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).handedOut("a", 8);
        scene.fault("cut", A_SECOND).finished("a", 8);
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void aFinishThatWasUndoneExcusesTheJobThatIsThereAtTheEnd() {
        scene.produced("a")
                .handedOut("a", 7)
                .finished("a", 7)
                .fault("cut", A_SECOND)
                .left("a");
        expectExcused(Kind.DUPLICATED, "cut");
    }

    /** Both primaries of a failover give the job away; the finish under the higher lease goes with the old one. */
    @Test
    void aFinishAtThePrimaryThatIsLeftExcusesTheOneAtTheOther() {
        scene.produced("a");
        scene.faultAround(
                "failover",
                A_SECOND,
                during -> during.handedOut("a", 8)
                        .handedOut("a", 9)
                        .finished("a", 9)
                        .finished("a", 8));
        assertThat(scene.check().violations()).extracting(Violation::kind).contains(Kind.DUPLICATED);
        assertThat(scene.check().unexcused()).isEmpty();
    }

    @Test
    void aFaultThatComesLaterExcusesNoLifeAfterAFinish() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).pass(PAST_TTR);
        scene.handedOut("a", 8).fault("cut", A_SECOND);
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void aHandOutThatWasUndoneExcusesALaterTouch() {
        twoHandOuts().fault("cut", A_SECOND);
        scene.touched("a", 7, scene.now().plus(Scene.TTR)).left("a");
        assertThat(scene.check().violations())
                .extracting(Violation::kind)
                .containsExactly(Kind.OVERLAPPING, Kind.STALE);
        assertThat(scene.check().unexcused()).isEmpty();
    }

    @Test
    void aTouchBeforeAHandOutThatWasUndoneStillKeepsOthersAway() {
        scene.produced("a").handedOut("a", 7).pass(Scene.TTR.dividedBy(2));
        scene.touched("a", 7, scene.now().plus(Scene.TTR))
                .pass(Scene.TTR.dividedBy(2).plusMillis(10));
        scene.handedOut("a", 8).fault("cut", A_SECOND).finished("a", 8);
        scene.expect(Kind.OVERLAPPING);
    }

    @Test
    void aHandOutUnderACurrentLeaseOverlapsAlsoWhereItWasUndone() {
        scene.produced("a").handedOut("a", 7).pass(Duration.ofSeconds(2));
        scene.handedOut("a", 8).fault("cut", A_SECOND).finished("a", 7);
        assertThat(scene.check().unexcused()).extracting(Violation::kind).containsExactly(Kind.OVERLAPPING);
    }

    @Test
    void noFaultExcusesALowerLease() {
        scene.produced("a").handedOut("a", 9).released("a", 9, scene.now()).fault("failover", A_SECOND);
        scene.handedOut("a", 8).left("a");
        assertThat(scene.check().unexcused()).extracting(Violation::kind).contains(Kind.SHRINKING);
    }
}
