package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.grape.client.worker.Outcome;
import io.grape.redis.TestRedis;
import io.grape.server.ContractBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PayloadTest {
    private static final Tube<String> RAW = Tube.of("raw", new Json());
    private static final Tube<Object> ANY = Tube.of("any", Object.class);

    private final ContractBroker broker = ContractBroker.start(TestRedis.newNamespace());
    private final Grape grape = Grape.connect(broker.uri().toString());

    /** JSON as it is written. */
    private record Json() implements Codec<String> {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public byte[] encode(String payload) {
            return payload.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String decode(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    @AfterEach
    void close() {
        grape.close();
        broker.close();
    }

    @Test
    void jsonComesBackAsItWasWrittenHoweverDeepOrLong() {
        List<String> payloads = List.of(
                "1",
                "\"a\\u0062\"",
                " [1.00, {\"b\" : 1 ,\"a\":null}]  ".strip(),
                "[".repeat(1000) + "]".repeat(1000),
                "9".repeat(5000),
                "{\"" + "n".repeat(60_000) + "\":true}",
                "\"\u00e4\u20ac\"");
        for (int i = 0; i < payloads.size(); i++) {
            grape.produce(RAW, NewJob.of(payloads.get(i)).id("job-" + i).priority(i));
        }
        List<Job<String>> jobs = grape.consume(RAW, 100, Duration.ZERO);
        assertThat(jobs).extracting(Job::payload).containsExactlyElementsOf(payloads);
        assertThat(grape.peek(RAW, "job-3").orElseThrow().payload()).isEqualTo(payloads.get(3));
    }

    /** Says of itself that it is JSON, and is not. */
    private record Raw(@JsonRawValue String text) {}

    @Test
    void ofManyTheBadOnesFailAloneWhateverIsBadOfThem() {
        List<NewJob<Object>> jobs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            jobs.add(NewJob.of((Object) "good").id("good-" + i));
        }
        jobs.set(3, NewJob.of(new Raw("{")));
        jobs.set(5, NewJob.of((Object) "x").delay(ChronoUnit.FOREVER.getDuration()));
        jobs.set(7, null);
        jobs.set(9, NewJob.of((Object) "x").header("name", "caf\u00e9"));
        List<Result<Produced>> results = grape.produceAll(ANY, jobs);
        for (int i = 0; i < 20; i++) {
            GrapeException failure = results.get(i).failure();
            if (List.of(3, 5, 7, 9).contains(i)) {
                assertThat(failure)
                        .as("job %d", i)
                        .extracting(GrapeException::code)
                        .isEqualTo(ErrorCode.BAD_REQUEST);
            } else {
                assertThat(failure).as("job %d", i).isNull();
            }
        }
    }

    @Test
    void aWaitThatIsNoneIsRefused() {
        assertThatThrownBy(() -> grape.consume(ANY, 1, Duration.ofHours(-1))).hasMessageContaining("wait");
        assertThatThrownBy(() -> grape.consume(ANY, 1, ChronoUnit.FOREVER.getDuration()))
                .hasMessageContaining("wait");
    }

    @Test
    void theSameNewJobProducedTwiceIsOneJob() {
        NewJob<Object> job = NewJob.of("once");
        assertThat(grape.produce(ANY, job).created()).isTrue();
        Produced again = grape.produce(ANY, job, AckLevel.MEMORY);
        assertThat(again.created()).isFalse();
        assertThat(again.id()).isEqualTo(job.id());
        assertThat(grape.produceAll(ANY, List.of(job, NewJob.of("other"))))
                .extracting(result -> result.get().created())
                .containsExactly(false, true);
    }

    @Test
    void aTubeOfAnythingTakesJobsAndPayloads() {
        Produced job = grape.produce(ANY, NewJob.of("a").id("a"));
        Produced payload = grape.produce(ANY, List.of("b"), AckLevel.MEMORY);
        assertThat(grape.async().produce(ANY, NewJob.of("a").id("a")).join().created())
                .isFalse();
        assertThat(grape.peek(ANY, job.id()).orElseThrow().payload()).isEqualTo("a");
        assertThat(grape.peek(ANY, payload.id()).orElseThrow().payload()).isEqualTo(List.of("b"));
        assertThatThrownBy(() -> grape.produce(ANY, "c", AckLevel.MEMORY, AckLevel.DISK))
                .hasMessageContaining("one at most");
    }

    @Test
    @SuppressWarnings("NullAway")
    void aNullForAnIdADelayOrATimeIsRefused() {
        NewJob<String> job = NewJob.of("x");
        assertThatThrownBy(() -> job.id(null)).hasMessageContaining("id");
        assertThatThrownBy(() -> job.delay(null)).hasMessageContaining("delay");
        assertThatThrownBy(() -> job.at(null)).hasMessageContaining("at");
        assertThatThrownBy(() -> job.ttr(null)).hasMessageContaining("ttr");
        assertThatThrownBy(() -> Outcome.release(null)).hasMessageContaining("delay");
        assertThatThrownBy(() -> Outcome.snooze(null)).hasMessageContaining("delay");
        Lease lease = new Lease(1);
        assertThatThrownBy(() -> new Acknowledgement.Release("a", lease, null, null))
                .hasMessageContaining("delay");
        assertThatThrownBy(() -> new Acknowledgement.HandBack("a", lease, null)).hasMessageContaining("delay");
        assertThatThrownBy(() -> grape.kick(ANY, "a", null)).hasMessageContaining("delay");
    }

    /** Jackson has no property to write. */
    private static final class Empty {}

    @Test
    void aPayloadThatDoesNotEncodeFailsAlone() {
        List<Result<Produced>> results = grape.produceAll(
                ANY, List.of(NewJob.of("a"), NewJob.of(new Empty()).id("bad"), NewJob.of(List.of(1, 2))));
        assertThat(results).extracting(Result::isOk).containsExactly(true, false, true);
        assertThat(results.get(1).failure()).isNotNull().hasMessageContaining("payload: does not encode");
        assertThatThrownBy(() -> grape.produce(ANY, new Empty()))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST));
        assertThat(grape.consume(ANY, 10, Duration.ZERO)).hasSize(2);
    }

    @Test
    void aJobOfASubtypeAndAHeaderInAnyCaseAreTaken() {
        NewJob<String> job = NewJob.of("a").id("a").header("Traceparent", "00-ab-cd-01");
        assertThat(grape.produceAll(ANY, List.of(job)).get(0).isOk()).isTrue();
        assertThat(grape.peek(ANY, "a").orElseThrow().headers()).containsEntry("traceparent", "00-ab-cd-01");
    }
}
