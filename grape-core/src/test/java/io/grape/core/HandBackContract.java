package io.grape.core;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hand-out whose consumer never got it is undone. */
interface HandBackContract extends ContractSteps {
    private void handBack(List<Job> jobs) {
        get(broker().handBack(tube(), jobs));
    }

    @ParameterizedTest
    @ValueSource(longs = {1024, 3})
    default void aHandOutThatNobodyGotNeverHappened(long priority) {
        timeIs(T0);
        produceAll(
                job("before").priority(priority),
                job("a").priority(priority),
                job("after").priority(priority));
        consume(1);
        Look before = look("a");
        handBack(consume(1));
        assertSame(look("a"), before);
        assertThat(drain()).containsExactly("a", "after");
    }

    @Test
    default void theOrderOfWhatIsGivenBackIsAsItWas() {
        produceAll(jobs(300).toArray(NewJob[]::new));
        List<Job> handed = consume(300);
        handBack(handed);
        assertThat(drain()).containsExactlyElementsOf(ids(handed));
    }

    @Test
    default void anEarlierRunStaysCounted() {
        produce("a");
        release(consume(), Duration.ZERO);
        handBack(consume(1));
        assertThat(peek("a").noe()).isEqualTo(1);
        assertThat(consume().noe()).isEqualTo(2);
    }

    @Test
    default void theLastAttemptIsGivenBackToo() {
        produce(job("a").maxAttempts(1));
        handBack(consume(1));
        assertThat(consume().noe()).isEqualTo(1);
    }

    @Test
    default void theLeaseThatWasGivenBackIsLost() {
        Job handed = handOut(job("a"));
        handBack(List.of(handed));
        assertFailed(
                acknowledge(acknowledgement(Verb.FINISH, handed.id(), handed.requireLease())), ErrorCode.LEASE_LOST);
        assertThat(consume().requireLease().value())
                .isGreaterThan(handed.requireLease().value());
    }

    @Test
    default void givingBackTwiceGivesBackOnce() {
        List<Job> handed = List.of(handOut(job("a")));
        handBack(handed);
        Look before = look("a");
        handBack(handed);
        assertSame(look("a"), before);
    }

    @Test
    default void aLeaseThatWasLostMeanwhileStaysAsItIs() {
        timeIs(T0);
        Job stale = handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(2));
        consume();
        Look before = look("a");
        handBack(List.of(stale));
        assertSame(look("a"), before);
    }

    @Test
    default void aJobThatIsGoneMeanwhileStaysGone() {
        Job handed = handOut(job("a"));
        finish(handed);
        handBack(List.of(handed));
        assertGone("a");
        assertThat(describe().total(Total.CONSUMED)).isEqualTo(1);
        get(tubes().delete(tube()));
        handBack(List.of(handed));
        assertThat(get(tubes().names())).doesNotContain(tube());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void aLeaseThatRanOutIsNotGivenBack(boolean migrated) {
        timeIs(T0);
        Job handed = handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(1));
        if (migrated) {
            migrate();
        }
        Look before = look("a");
        handBack(List.of(handed));
        assertSame(look("a"), before);
        assertThat(peek("a").noe()).isEqualTo(1);
    }
}
