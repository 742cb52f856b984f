package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.grape.core.Seed;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The arithmetic of a retry. */
class RetryTest {
    private final IOException failure = new IOException("mailbox full");
    private static final Retry RETRY = Retry.exponential(Duration.ofSeconds(5), Duration.ofMinutes(30));

    private final Random random = Seed.random();

    private List<Duration> delays(Retry retry, int noe) {
        return IntStream.range(0, 2000)
                .mapToObj(i -> (Outcome.Release) retry.after(failure, noe, 0, random))
                .map(Outcome.Release::delay)
                .toList();
    }

    @Test
    void theBoundOfTheDelayDoublesWithEachExecution() {
        for (int noe = 1; noe <= 9; noe++) {
            Duration bound = Duration.ofSeconds(5L << (noe - 1));
            assertThat(delays(RETRY, noe)).allSatisfy(delay -> assertThat(delay).isBetween(bound.dividedBy(2), bound));
        }
    }

    @Test
    void theJitterIsHalfOfTheBound() {
        List<Duration> delays = delays(RETRY, 3);
        assertThat(delays).anyMatch(delay -> delay.compareTo(Duration.ofSeconds(11)) < 0);
        assertThat(delays).anyMatch(delay -> delay.compareTo(Duration.ofSeconds(19)) > 0);
        double mean = delays.stream().mapToLong(Duration::toMillis).average().orElseThrow();
        assertThat(mean).isBetween(14_000.0, 16_000.0);
    }

    @Test
    void noDelayIsNone() {
        Retry shortest = Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1));
        assertThat(delays(shortest, 1)).containsOnly(Duration.ofMillis(1));
    }

    /** What docs/worker.md and the Javadoc say. */
    @Test
    void theDefaultTriesAJobOfTwentyAttemptsForDays() {
        Duration least = Duration.ZERO;
        Duration most = Duration.ZERO;
        for (int noe = 1; noe < 20; noe++) {
            List<Duration> delays = delays(Retry.DEFAULT, noe);
            least = least.plus(delays.stream().min(Duration::compareTo).orElseThrow());
            most = most.plus(delays.stream().max(Duration::compareTo).orElseThrow());
        }
        assertThat(least).isBetween(Duration.ofHours(41), Duration.ofHours(42));
        assertThat(most).isBetween(Duration.ofHours(82), Duration.ofHours(83));
        assertThat(delays(Retry.DEFAULT, 1))
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofMillis(2500), Duration.ofSeconds(5)));
    }

    @Test
    void noDelayIsAboveTheCapHoweverOftenTheJobRan() {
        for (int noe : new int[] {10, 63, 64, 65, 1_000_000, Integer.MAX_VALUE}) {
            List<Duration> delays = delays(RETRY, noe);
            assertThat(delays)
                    .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofMinutes(15), Duration.ofMinutes(30)));
            assertThat(delays).anyMatch(delay -> delay.compareTo(Duration.ofMinutes(28)) > 0);
        }
    }

    @Test
    void aJobIsBuriedInItsLastAttemptWithClassAndMessage() {
        Retry thrice = RETRY.attempts(3);
        assertThat(thrice.after(failure, 2, 0, random)).isInstanceOf(Outcome.Release.class);
        assertThat(thrice.after(failure, 3, 0, random))
                .isEqualTo(Outcome.bury("java.io.IOException: mailbox full"))
                .isEqualTo(thrice.after(failure, 4, 0, random));
    }

    @Test
    void theAttemptsOfTheJobBoundItAsWell() {
        assertThat(RETRY.after(failure, 4, 5, random)).isInstanceOf(Outcome.Release.class);
        assertThat(RETRY.after(failure, 5, 5, random)).isInstanceOf(Outcome.Bury.class);
        assertThat(RETRY.attempts(9).after(failure, 5, 5, random)).isInstanceOf(Outcome.Bury.class);
    }

    @Test
    void aTypeToBuryOnBuriesAtOnceAndSoDoItsSubclassesButNotAsACause() {
        Retry retry = RETRY.buryOn(IOException.class);
        assertThat(retry.after(failure, 1, 0, random)).isInstanceOf(Outcome.Bury.class);
        assertThat(retry.after(new FileNotFoundException(), 1, 0, random)).isInstanceOf(Outcome.Bury.class);
        assertThat(retry.after(new IllegalStateException(failure), 1, 0, random))
                .isInstanceOf(Outcome.Release.class);
    }

    @Test
    void aReasonIsCutAtAThousandAndNotWithinACharacter() {
        assertThat(reason("x".repeat(1001))).isEqualTo("x".repeat(1000));
        assertThat(reason("x".repeat(999) + "\uD83C\uDF47")).isEqualTo("x".repeat(999));
        assertThat(reason("x".repeat(998) + "\uD83C\uDF47y")).endsWith("\uD83C\uDF47");
    }

    private static String reason(String text) {
        return ((Outcome.Bury) Outcome.bury(text)).reason();
    }

    @Test
    void whatIsOutOfBoundsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.exponential(Duration.ZERO, Duration.ofSeconds(1)))
                .withMessageContaining("expected first from 1 ms to most")
                .withMessageEndingWith("got first=PT0S most=PT1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.exponential(Duration.ofSeconds(2), Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> RETRY.attempts(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> Outcome.release(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Outcome.release(Duration.ZERO, 1L << 32));
        assertThatIllegalArgumentException().isThrownBy(() -> TubeOptions.concurrency(0));
    }

    @Test
    void theTubeMayDecide() {
        Outcome outcome = Retry.ofTube().after(new IOException("away"), 3, 20, new Random(1));
        assertThat(outcome).isEqualTo(Outcome.release());
        assertThat(Retry.ofTube().attempts(3).after(new IOException("away"), 3, 20, new Random(1)))
                .isInstanceOf(Outcome.Bury.class);
    }

    @Test
    void aFunctionOfTheFailureAndTheJobMayDecide() {
        Retry retry = Retry.by((thrown, job) ->
                        thrown instanceof FileNotFoundException && job.tube().equals("exports")
                                ? Outcome.snooze(Duration.ofSeconds(job.attempt()))
                                : RETRY.after(thrown, job))
                .buryOn(IllegalStateException.class)
                .attempts(7);
        TestJobContext job = TestJobContext.of("a").tube("exports").attempt(5).maxAttempts(9);
        assertThat(retry.after(new FileNotFoundException(), job)).isEqualTo(Outcome.snooze(Duration.ofSeconds(5)));
        assertThat(retry.after(failure, job)).isInstanceOf(Outcome.Release.class);
        assertThat(retry.after(new IllegalStateException(), job)).isInstanceOf(Outcome.Bury.class);
        assertThat(retry.after(new FileNotFoundException(), job.attempt(7))).isInstanceOf(Outcome.Bury.class);
    }

    @Test
    void aReleaseOfAFunctionBuriesAJobWithoutAttempts() {
        Retry retry = Retry.by((thrown, job) -> Outcome.release(Duration.ofSeconds(1)));
        TestJobContext job = TestJobContext.of("a").maxAttempts(3);
        assertThat(retry.after(failure, job.attempt(2))).isEqualTo(Outcome.release(Duration.ofSeconds(1)));
        assertThat(retry.after(failure, job.attempt(3))).isEqualTo(Outcome.bury("java.io.IOException: mailbox full"));
        assertThat(Retry.by((thrown, last) -> Outcome.finish()).after(failure, job))
                .isEqualTo(Outcome.finish());
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> Outcome sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    @SuppressWarnings("NullAway")
    void whereAFunctionFailsTheDefaultDecides() {
        TestJobContext job = TestJobContext.of("a");
        Retry throwing = Retry.by((thrown, one) -> {
            throw new IllegalStateException("a defect");
        });
        assertThat(throwing.after(failure, job)).isInstanceOf(Outcome.Release.class);
        Retry sneaking = Retry.by((thrown, one) -> sneak(new IOException("from another language")));
        assertThat(sneaking.after(failure, job)).isInstanceOf(Outcome.Release.class);
        assertThat(Retry.by((thrown, one) -> null).after(failure, job)).isInstanceOf(Outcome.Release.class);
        assertThat(throwing.after(failure, job.attempt(20))).isInstanceOf(Outcome.Bury.class);
    }
}
