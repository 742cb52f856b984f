package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs that no handler can be given. */
@SuppressWarnings("try")
class PoisonTest {
    private static final Tube<Event> EVENTS = Tube.of("work", Event.class);
    private static final Retry CONCURRENCY = Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1));

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes(@JsonSubTypes.Type(value = Paid.class, name = "paid"))
    interface Event {}

    record Paid(int order) implements Event {}

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final AtomicInteger runs = new AtomicInteger();

    private void produce(String id, String json) {
        broker.grape().produce(Jobs.TUBE, NewJob.of(json).id(id));
    }

    private Job<String> buried(String id) {
        return Jobs.awaitState(broker.grape(), id, JobState.FAILED);
    }

    private Worker worker(Grape grape) {
        return Worker.of(grape)
                .retry(CONCURRENCY)
                .undecodable(Undecodable.BURY)
                .concurrency(1)
                .on(EVENTS, (event, job) -> runs.incrementAndGet())
                .start();
    }

    @Test
    void whereThatIsAskedForAPayloadThatDoesNotDecodeIsBuriedAtOnceWithTheDecodersMessage() {
        try (Worker worker = worker(broker.grape())) {
            produce("poison", "{\"type\":\"paid\",\"order\":\"many\"}");
            produce("good", "{\"type\":\"paid\",\"order\":1}");
            Jobs.awaitGone(broker.grape(), "good");
            Job<String> poison = buried("poison");
            assertThat(poison.noe()).isEqualTo(1);
            assertThat(poison.reason())
                    .hasValueSatisfying(reason ->
                            assertThat(reason).contains("does not decode").contains("many"));
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void aPayloadThatDoesNotDecodeIsTriedAgainUntilItsAttemptsAreSpent() {
        try (Worker worker = Worker.of(broker.grape())
                .retry(CONCURRENCY)
                .on(EVENTS, (event, job) -> runs.incrementAndGet())
                .start()) {
            broker.grape()
                    .produce(
                            Jobs.TUBE,
                            NewJob.of("{\"type\":\"refunded\"}").id("poison").maxAttempts(3));
            Job<String> poison = buried("poison");
            assertThat(poison.noe()).isEqualTo(3);
            assertThat(poison.reason())
                    .hasValueSatisfying(reason ->
                            assertThat(reason).contains("does not decode").contains("refunded"));
        }
        assertThat(runs).hasValue(0);
    }

    enum Before {
        CARD
    }

    enum Now {
        CARD,
        CASH
    }

    record Old(Before by) {}

    record New(Now by) {}

    @Test
    void duringARollingDeployJobsOfTheNewReleaseAreDoneByTheNewWorkers() {
        Tube<Old> old = Tube.of("payments", Old.class);
        Tube<New> now = Tube.of("payments", New.class);
        try (Worker before = Worker.of(broker.grape())
                        .retry(CONCURRENCY)
                        .concurrency(1)
                        .on(old, (payment, job) -> runs.incrementAndGet())
                        .start();
                Worker after = Worker.of(broker.grape())
                        .concurrency(1)
                        .on(now, (payment, job) -> runs.incrementAndGet())
                        .start()) {
            broker.grape()
                    .produceAll(
                            now,
                            IntStream.range(0, 30)
                                    .mapToObj(i -> NewJob.of(new New(Now.CASH)).maxAttempts(0))
                                    .toList());
            await().atMost(Jobs.PATIENCE)
                    .untilAsserted(() -> assertThat(broker.grape()
                                    .tubes()
                                    .status("payments")
                                    .orElseThrow()
                                    .totals())
                            .containsEntry("finished", 30L)
                            .containsEntry("buried", 0L));
        }
        assertThat(runs).hasValue(30);
    }

    @Test
    void aTypeThatNobodyKnowsIsBuriedAndTheNextJobIsWorkedOn() {
        try (Worker worker = worker(broker.grape())) {
            produce("unknown", "{\"type\":\"refunded\",\"order\":1}");
            produce("good", "{\"type\":\"paid\",\"order\":1}");
            Jobs.awaitGone(broker.grape(), "good");
            assertThat(buried("unknown").reason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("refunded"));
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void aMessageOfTheDecoderThatIsTooLongIsCut() {
        try (Worker worker = worker(broker.grape())) {
            produce("long", "{\"type\":\"" + "x".repeat(5000) + "\"}");
            assertThat(buried("long").reason())
                    .hasValueSatisfying(reason -> assertThat(reason).hasSize(1000));
        }
    }

    @Test
    void aReasonWithHalfACharacterIsTakenAllTheSame() {
        try (Worker worker = Worker.of(broker.grape())
                .decide(Jobs.TUBE, (payload, job) -> Outcome.bury("emoji \ud83d"))
                .start()) {
            produce("half", "{}");
            assertThat(buried("half").reason()).hasValue("emoji \ufffd");
        }
    }

    /** A codec that fails as one does whose class path is broken, until its third try. */
    private static final class Broken implements Codec<String> {
        private final AtomicInteger tries = new AtomicInteger();

        @Override
        public String contentType() {
            return "text/plain";
        }

        @Override
        public byte[] encode(String payload) {
            return new byte[0];
        }

        @Override
        public String decode(byte[] bytes) {
            if (tries.incrementAndGet() < 3) {
                throw new NoClassDefFoundError("com/shop/Event");
            }
            return "";
        }
    }

    @Test
    void aFaultOfTheClassPathIsNoPoisonButIsTriedAgain() {
        Tube<String> tube = Tube.of("work", new Broken());
        try (Worker worker = Worker.of(broker.grape())
                .retry(CONCURRENCY)
                .on(tube, (payload, job) -> runs.set(job.noe()))
                .start()) {
            produce("a", "{}");
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(runs).hasValue(3);
    }
}
