package io.grape.chaos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as wrong in the lines that workers print. */
class SdkCheckerTest {
    private static final long END = 1000;

    private static Collection<Execution> read(String... lines) {
        return ExecutionLog.read(String.join("\n", lines), END);
    }

    private static List<String> check(String... lines) {
        return SdkChecker.check(Set.of("a"), read(lines));
    }

    @Test
    void aJobThatRunsOnceIsRight() {
        assertThat(check("started a 1 10.", "ended a 1 held@20.", "acknowledged a 1 DONE."))
                .isEmpty();
    }

    @Test
    void aJobThatNeverCompletesIsLost() {
        assertThat(check("started a 1 10.")).singleElement().asString().contains("never completed");
        assertThat(check()).hasSize(1);
    }

    @Test
    void aRunAfterAnAcceptedFinishIsWrong() {
        assertThat(check(
                        "started a 1 10.",
                        "ended a 1 held@20.",
                        "acknowledged a 1 DONE.",
                        "started a 2 30.",
                        "ended a 2 held@40."))
                .singleElement()
                .asString()
                .contains("after its finish");
    }

    @Test
    void aRunAfterAFinishThatWasNotAcceptedIsRight() {
        assertThat(check("started a 1 10.", "ended a 1 held@20.", "started a 2 30.", "ended a 2 held@40."))
                .isEmpty();
        assertThat(SdkChecker.completedTwice(
                        read("started a 1 10.", "ended a 1 held@20.", "started a 2 30.", "ended a 2 held@40.")))
                .isEqualTo(1);
    }

    @Test
    void twoRunsAtATimeAreWrongUnlessTheFirstKnowsThatItsLeaseIsLost() {
        assertThat(check("started a 1 10.", "ended a 1 held@40.", "started a 2 30.", "ended a 2 held@50."))
                .singleElement()
                .asString()
                .contains("two workers");
        assertThat(check("started a 1 10.", "ended a 1 lost@40.", "started a 2 30.", "ended a 2 held@50."))
                .isEmpty();
    }

    @Test
    void aKilledRunEndsWithItsProcess() {
        Collection<Execution> killed = ExecutionLog.read("started a 1 10.", 20);
        Collection<Execution> next = read("started a 2 30.", "ended a 2 held@40.");
        assertThat(SdkChecker.check(
                        Set.of("a"),
                        List.of(killed.iterator().next(), next.iterator().next())))
                .isEmpty();
    }

    @Test
    void aLineThatAKillCutsSaysNothing() {
        assertThat(read("started a 1 10.", "ended a 1 held@2")).allMatch(run -> !run.isComplete());
    }
}
