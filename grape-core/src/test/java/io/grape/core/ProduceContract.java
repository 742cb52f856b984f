package io.grape.core;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a new job: due time, defaults, payload. */
public interface ProduceContract extends ContractSteps {
    @Test
    default void aJobWithoutADelayIsReadyAtOnce() {
        timeIs(T0);
        assertThat(produce("a")).isEqualTo(new Produced(id("a"), JobState.READY, true, T0));
        assertThat(consume().id()).isEqualTo(id("a"));
    }

    @Test
    default void anIdIsAnyTextAndGoesThroughEveryTransition() {
        timeIs(T0);
        Random random = Seed.random();
        for (int i = 0; i < 10; i++) {
            String text = AnyId.next(random);
            assertThat(produce(text).created()).as(text).isTrue();
            assertThat(produce(text).created()).as(text).isFalse();
            bury(consume(), "no");
            assertThat(stateOf(text)).isEqualTo(JobState.FAILED);
            assertThat(kick(text, Duration.ZERO)).isTrue();
            assertThat(release(consume(), Duration.ZERO).id()).isEqualTo(id(text));
            Job job = touchedAndWhole(text);
            assertThat(finish(job).id()).isEqualTo(id(text));
            assertGone(text);
        }
    }

    private Job touchedAndWhole(String text) {
        Job job = consume();
        assertThat(job.id()).isEqualTo(id(text));
        touch(job);
        return job;
    }

    @Test
    default void aDelayedJobBecomesReadyAtItsDueTimeAndNotBefore() {
        timeIs(T0);
        Instant due = T0.plusSeconds(5);
        assertThat(produce(delayed("a", Duration.ofSeconds(5))))
                .isEqualTo(new Produced(id("a"), JobState.DELAYED, true, due));
        timeIs(due.minusMillis(1));
        assertThat(stateOf("a")).isEqualTo(JobState.DELAYED);
        assertThat(consume(1)).isEmpty();
        timeIs(due);
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(consume().dueAt()).isEqualTo(due);
    }

    @Test
    default void aDelayOfOneMillisecondDelays() {
        timeIs(T0);
        assertThat(produce(delayed("a", Duration.ofMillis(1))).state()).isEqualTo(JobState.DELAYED);
        timeIs(T0.plusMillis(1));
        assertThat(consume().id()).isEqualTo(id("a"));
    }

    @Test
    default void theLongestDelayIsKeptToTheMillisecond() {
        timeIs(T0);
        Produced produced = produce(delayed("a", Limits.MAX_DURATION));
        assertThat(produced.dueAt()).isEqualTo(T0.plus(Limits.MAX_DURATION));
        assertThat(peek("a").delay()).isEqualTo(Limits.MAX_DURATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.001Z", "2029-12-31T23:59:59.999Z"})
    default void aDueTimeInThePastIsKeptAsItIs(Instant due) {
        timeIs(T0);
        Produced produced = produce(job("a").due(Due.at(due)));
        assertThat(produced).isEqualTo(new Produced(id("a"), JobState.READY, true, due));
        assertThat(peek("a").dueAt()).isEqualTo(due);
        Job handed = consume();
        assertThat(handed.dueAt()).isEqualTo(due);
        assertThat(handed.delay()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2030-01-01T00:00:00.001Z", "2039-09-07T15:47:35.552Z", "2200-01-01T00:00:00Z"})
    default void aDueTimeInTheFutureIsKeptToTheMillisecond(Instant due) {
        timeIs(T0);
        assertThat(produce(job("a").due(Due.at(due)))).isEqualTo(new Produced(id("a"), JobState.DELAYED, true, due));
        assertThat(peek("a").delay()).isEqualTo(Duration.between(T0, due));
        timeIs(due.minusMillis(1));
        assertThat(consume(1)).isEmpty();
        timeIs(due);
        assertThat(consume().dueAt()).isEqualTo(due);
    }

    @Test
    default void anUnknownTubeIsMadeWithTheDefaults() {
        produce("a");
        assertThat(get(tubes().names())).contains(tube());
        assertThat(describe().settings()).isEqualTo(TubeSettings.DEFAULT);
        assertThat(peek("a").ttr()).isEqualTo(Duration.ofSeconds(60));
        assertThat(peek("a").maxAttempts()).isEqualTo(20);
        assertThat(peek("a").priority()).isEqualTo(1024);
    }

    @Test
    default void aJobTakesWhatItDoesNotSayFromItsTube() {
        create(TubeSettings.DEFAULT.with(TTR, Duration.ofSeconds(7)).with(MAX_ATTEMPTS, 3));
        produce("a");
        produce(job("b").ttr(Duration.ofSeconds(9)).maxAttempts(0));
        assertThat(peek("a").ttr()).isEqualTo(Duration.ofSeconds(7));
        assertThat(peek("a").maxAttempts()).isEqualTo(3);
        assertThat(peek("b").ttr()).isEqualTo(Duration.ofSeconds(9));
        assertThat(peek("b").maxAttempts()).isZero();
    }

    @Test
    default void theLongestTtrAndTheMostAttemptsAreKept() {
        produce(job("a").ttr(Limits.MAX_DURATION).maxAttempts(Limits.MAX_ATTEMPTS));
        Job handed = consume();
        assertThat(handed.ttr()).isEqualTo(Limits.MAX_DURATION);
        assertThat(handed.maxAttempts()).isEqualTo(Limits.MAX_ATTEMPTS);
    }

    @Test
    default void aFreshJobShowsWhatItWasMadeOf() {
        timeIs(T0);
        produce(delayed("a", Duration.ofSeconds(5)).priority(7));
        Job seen = peek("a");
        assertThat(seen.tube()).isEqualTo(tube());
        assertThat(seen.priority()).isEqualTo(7);
        assertThat(seen.noe()).isZero();
        assertThat(seen.delay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(seen.createdAt()).isEqualTo(T0);
        assertThat(seen.dueAt()).isEqualTo(T0.plusSeconds(5));
        assertThat(seen.lease()).isNull();
        assertThat(seen.leaseUntil()).isNull();
        assertThat(seen.reason()).isNull();
    }

    @Test
    default void everyByteOfAPayloadSurvives() {
        byte[] bytes = new byte[512];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        assertRoundTrip(Payload.binary(bytes));
    }

    @Test
    default void anEmptyPayloadSurvives() {
        assertRoundTrip(Payload.binary(new byte[0]));
    }

    @Test
    default void theLargestPayloadSurvives() {
        byte[] bytes = new byte[Limits.USUAL_PAYLOAD_BYTES];
        new Random(1).nextBytes(bytes);
        assertRoundTrip(Payload.binary(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/octet-stream",
                "text/plain; charset=\"utf-8\"",
                "application/vnd.grape+json",
                "j",
                " ",
                "~"
            })
    default void aContentTypeSurvives(String contentType) {
        assertRoundTrip(new Payload("{}".getBytes(java.nio.charset.StandardCharsets.UTF_8), contentType));
    }

    @Test
    default void theLongestContentTypeSurvives() {
        assertRoundTrip(new Payload(new byte[] {1}, "x".repeat(Limits.MAX_CONTENT_TYPE_CHARS)));
    }

    private void assertRoundTrip(Payload payload) {
        produce(NewJob.of(id("a"), payload));
        assertEqual(peek("a").payload(), payload);
        assertEqual(consume().payload(), payload);
    }

    private static void assertEqual(Payload got, Payload expected) {
        assertThat(got.contentType()).isEqualTo(expected.contentType());
        assertThat(got.bytes()).isEqualTo(expected.bytes());
    }
}
