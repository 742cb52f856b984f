package io.grape.chaos.history;

import static io.grape.chaos.history.CallOutcome.DONE;
import static io.grape.chaos.history.CallOutcome.REFUSED;
import static io.grape.chaos.history.CallOutcome.UNKNOWN;
import static io.grape.chaos.history.Entry.Verb.BURY;
import static io.grape.chaos.history.Entry.Verb.FINISH;
import static io.grape.chaos.history.Entry.Verb.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.chaos.history.Violation.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the checker takes for a violation, and what it does not. */
final class CheckerTest {
    private static final Duration PAST_TTR = Scene.TTR.plusMillis(5);

    private final Scene scene = new Scene();

    @Test
    void aLifeIsRight() {
        scene.produced("a").handedOut("a", 7).finished("a", 7);
        assertThat(scene.check()).isEqualTo(new Verdict(1, 1, 1, List.of()));
    }

    @Test
    void aJobThatVanishesIsLost() {
        scene.produced("a").produced("b").handedOut("b", 7).left("b");
        scene.expect(Kind.LOST);
        assertThat(scene.check().unexcused().get(0).id()).isEqualTo("a");
    }

    @Test
    void aJobThatVanishesUnderALeaseIsLost() {
        scene.produced("a").handedOut("a", 7).acknowledged(FINISH, "a", 7, REFUSED);
        scene.expect(Kind.LOST);
    }

    @Test
    void aSecondLifeThatVanishesIsLost() {
        Instant due = scene.now();
        scene.produced("a", due, UNKNOWN, false).handedOut("a", 7).finished("a", 7);
        scene.produced("a", due, DONE, true);
        scene.expect(Kind.LOST);
    }

    @Test
    void aJobWhoseFinishGotNoAnswerIsNotLost() {
        scene.produced("a").handedOut("a", 7).acknowledged(FINISH, "a", 7, UNKNOWN);
        scene.expect();
    }

    @Test
    void aTryWithoutAnAnswerNeedNotHaveMadeAJob() {
        scene.produced("a", scene.now(), UNKNOWN, false).produced("b", scene.now(), REFUSED, false);
        scene.expect();
    }

    @Test
    void aJobThatNobodyProducedIsUnexpected() {
        scene.handedOut("a", 7).finished("a", 7);
        scene.expect(Kind.UNEXPECTED);
    }

    @Test
    void aJobWhoseProduceWasRefusedIsUnexpectedAtTheEnd() {
        scene.produced("a", scene.now(), REFUSED, false).left("a");
        scene.expect(Kind.UNEXPECTED);
    }

    @Test
    void aJobThatComesAfterItsFinishIsDuplicated() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).pass(PAST_TTR).handedOut("a", 8);
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void aJobThatIsThereAfterItsFinishIsDuplicated() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).left("a");
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void twoFinishesOfOneLifeAreDuplicated() {
        scene.produced("a").handedOut("a", 7).finished("a", 7).finished("a", 7);
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void aTryWithoutAnAnswerMayMakeAJobOfItsOwn() {
        Instant due = scene.now();
        scene.produced("a", due, UNKNOWN, false).handedOut("a", 7).finished("a", 7);
        scene.produced("a", due, DONE, true).handedOut("a", 8).finished("a", 8);
        scene.expect();
    }

    @Test
    void aTryThatFoundTheJobMakesNone() {
        Instant due = scene.now();
        scene.produced("a", due, DONE, true).produced("a", due, DONE, false).handedOut("a", 7);
        scene.finished("a", 7).pass(PAST_TTR).handedOut("a", 8).finished("a", 8);
        scene.expect(Kind.DUPLICATED);
    }

    @Test
    void aHandOutUnderACurrentLeaseOverlaps() {
        scene.produced("a").handedOut("a", 7).handedOut("a", 8).finished("a", 8);
        scene.expect(Kind.OVERLAPPING);
    }

    @Test
    void oneLeaseForTwoConsumersOverlaps() {
        scene.produced("a").handedOut("a", 7).handedOut("a", 7).finished("a", 7);
        scene.expect(Kind.OVERLAPPING);
    }

    @Test
    void aTouchKeepsOthersAway() {
        scene.produced("a").handedOut("a", 7).pass(Scene.TTR.dividedBy(2));
        scene.touched("a", 7, scene.now().plus(Scene.TTR))
                .pass(Scene.TTR.dividedBy(2).plusMillis(10));
        scene.handedOut("a", 8).finished("a", 8);
        scene.expect(Kind.OVERLAPPING);
    }

    @Test
    void aLeaseThatRanOutOrWasGivenUpKeepsNobodyAway() {
        scene.produced("a").handedOut("a", 7).pass(PAST_TTR).handedOut("a", 8);
        scene.released("a", 8, scene.now()).handedOut("a", 9);
        scene.acknowledged(RELEASE, "a", 9, UNKNOWN).handedOut("a", 10).finished("a", 10);
        scene.expect();
    }

    @Test
    void aReleaseThatWasRefusedGivesNothingUp() {
        scene.produced("a").handedOut("a", 7).acknowledged(RELEASE, "a", 7, REFUSED);
        scene.handedOut("a", 8).finished("a", 8);
        scene.expect(Kind.OVERLAPPING);
    }

    @Test
    void aReleaseThatCameLaterExcusesNothing() {
        scene.produced("a").handedOut("a", 7).handedOut("a", 8);
        scene.acknowledged(RELEASE, "a", 7, UNKNOWN).finished("a", 8);
        scene.expect(Kind.OVERLAPPING);
    }

    @Test
    void aLaterLeaseThatIsLowerShrinks() {
        scene.produced("a").handedOut("a", 9).released("a", 9, scene.now());
        scene.handedOut("a", 8).released("a", 8, scene.now()).left("a");
        assertThat(scene.check().unexcused()).extracting(Violation::kind).contains(Kind.SHRINKING);
    }

    @Test
    void aTouchThatShortensALeaseShrinks() {
        scene.produced("a").handedOut("a", 7).touched("a", 7, scene.now().plus(Scene.TTR.dividedBy(2)));
        scene.finished("a", 7);
        scene.expect(Kind.SHRINKING);
    }

    @Test
    void aHandOutBeforeItsDueTimeIsEarly() {
        scene.produced("a", scene.now().plusSeconds(1), DONE, true)
                .handedOut("a", 7)
                .finished("a", 7);
        scene.expect(Kind.EARLY);
    }

    @Test
    void aHandOutBeforeTheEndOfAReleaseIsEarly() {
        scene.produced("a").handedOut("a", 7).released("a", 7, scene.now().plusSeconds(1));
        scene.handedOut("a", 8).finished("a", 8);
        scene.expect(Kind.EARLY);
    }

    @Test
    void aJobThatIsTakenByItsIdIsNotEarly() {
        scene.produced("a", scene.now().plusSeconds(1), DONE, true).taken("a", 6);
        scene.released("a", 6, scene.now().plusSeconds(1)).taken("a", 7).finished("a", 7);
        scene.expect();
    }

    @Test
    void aTakeOfAJobThatSomebodyHoldsOverlaps() {
        scene.produced("a").handedOut("a", 7).taken("a", 8).finished("a", 8);
        scene.expect(Kind.OVERLAPPING);
    }

    @Test
    void aLowerLeaseThatDoesSomethingIsStale() {
        scene.produced("a").handedOut("a", 7).pass(PAST_TTR).handedOut("a", 8);
        scene.acknowledged(BURY, "a", 7, DONE).left("a");
        scene.expect(Kind.STALE);
    }

    @Test
    void aLateFinishIsRightWhileNobodyElseHasTheJob() {
        scene.produced("a").handedOut("a", 7).pass(PAST_TTR).finished("a", 7);
        scene.expect();
    }

    @Test
    void aBuriedJobIsThereAtTheEnd() {
        scene.produced("a").handedOut("a", 7).acknowledged(BURY, "a", 7, DONE).left("a");
        scene.expect();
    }

    @Test
    void aBuriedJobThatIsGoneIsLost() {
        scene.produced("a").handedOut("a", 7).acknowledged(BURY, "a", 7, DONE);
        scene.expect(Kind.LOST);
    }

    @Test
    void aKeyWithMoreLeasesThanItMayIsCrowded() {
        Lane fair = new Lane("t", "k", 2, false);
        scene.produced("a", scene.now(), fair).produced("b", scene.now(), fair).produced("c", scene.now(), fair);
        scene.handedOut("a", 7).handedOut("b", 8).handedOut("c", 9);
        scene.finished("a", 7).finished("b", 8).finished("c", 9);
        scene.expect(Kind.CROWDED);
        assertThat(scene.check().unexcused().get(0).id()).isEqualTo("c");
    }

    @Test
    void aLeaseThatEndedOrIsOfAnotherKeyCrowdsNobody() {
        Lane one = new Lane("t", "k", 1, false);
        scene.produced("a", scene.now(), one).produced("b", scene.now(), one).produced("c", scene.now(), one);
        scene.produced("d", scene.now(), new Lane("t", "other", 1, false));
        scene.handedOut("a", 7).handedOut("d", 8).finished("a", 7).finished("d", 8);
        scene.handedOut("b", 9).pass(PAST_TTR).handedOut("c", 10).finished("c", 10);
        scene.handedOut("b", 11).finished("b", 11);
        scene.expect();
    }

    @Test
    void aTouchKeepsAKeyCrowded() {
        Lane one = new Lane("t", "k", 1, false);
        scene.produced("a", scene.now(), one).produced("b", scene.now(), one);
        scene.handedOut("a", 7).touched("a", 7, scene.now().plus(Scene.TTR).plus(Scene.TTR));
        scene.pass(PAST_TTR).handedOut("b", 8).finished("b", 8).finished("a", 7);
        scene.expect(Kind.CROWDED);
    }

    @Test
    void aJobThatIsDeliveredBeforeAnEarlierOneOvertakes() {
        Lane ordered = new Lane("t", "k", 1, true);
        Instant due = scene.now();
        scene.produced("a", due, ordered).produced("b", due, ordered);
        scene.handedOut("b", 7).finished("b", 7).handedOut("a", 8).finished("a", 8);
        scene.expect(Kind.OVERTAKING);
    }

    @Test
    void aReleasedJobIsNotOvertaken() {
        Lane ordered = new Lane("t", "k", 1, true);
        Instant due = scene.now();
        scene.produced("a", due, ordered).produced("b", due.plusMillis(1), ordered);
        scene.handedOut("a", 7).released("a", 7, due).handedOut("b", 8).finished("b", 8);
        scene.handedOut("a", 9).finished("a", 9);
        scene.expect(Kind.OVERTAKING);
    }

    @Test
    void aJobOvertakesNoneThatHasEndedOrIsDueLaterOrByItsId() {
        Lane ordered = new Lane("t", "k", 1, true);
        Instant due = scene.now();
        scene.produced("a", due, ordered).produced("b", due, ordered).produced("early", due.minusMillis(5), ordered);
        scene.handedOut("early", 6).finished("early", 6).handedOut("a", 7);
        scene.acknowledged(BURY, "a", 7, DONE)
                .produced("c", due, ordered)
                .taken("c", 8)
                .finished("c", 8);
        scene.handedOut("b", 9).acknowledged(FINISH, "b", 9, UNKNOWN).left("a");
        scene.expect();
    }

    @Test
    void anotherPayloadIsCorrupt() {
        scene.produced("a").handedOut("a", 7, false).finished("a", 7);
        scene.expect(Kind.CORRUPT);
    }
}
