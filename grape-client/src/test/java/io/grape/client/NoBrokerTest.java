package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grape.client.worker.Worker;
import io.grape.harness.DeafPort;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nobody listens at the address of the broker. */
@Tag("slow")
class NoBrokerTest {
    private static final Tube<String> TUBE = Tube.of("t", Codec.text());

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final DeafPort nobody = new DeafPort();
    private final Grape grape = Grape.builder()
            .brokers(nobody.uri())
            .callTimeout(Duration.ofSeconds(1))
            .events(new ClientEvents() {
                @Override
                public void called(String call, String outcome, Duration took) {
                    calls.add(call + " " + outcome);
                }
            })
            .build();

    /** The first call of a process loads the HTTP client, which takes longer than a call's time on a busy machine. */
    @BeforeAll
    static void loadTheHttpClient() throws IOException {
        try (DeafPort port = new DeafPort();
                Grape first = Grape.builder()
                        .brokers(port.uri())
                        .callTimeout(Duration.ofSeconds(1))
                        .build()) {
            assertThatThrownBy(() -> first.peek(TUBE, "a")).isInstanceOf(GrapeException.class);
        }
    }

    @AfterEach
    void close() throws IOException {
        grape.close();
        nobody.close();
    }

    @Test
    void aProduceOfManyGivesUpWithItsFirstCall() {
        List<Result<Produced>> results =
                grape.produceAll(TUBE, Collections.nCopies(2500, NewJob.of("x").id("x")));
        assertThat(results)
                .hasSize(2500)
                .allSatisfy(result -> assertThat(result.failure())
                        .extracting(GrapeException::code)
                        .isEqualTo(ErrorCode.UNREACHABLE));
        assertThat(calls).containsExactly("produceAll unreachable");
        assertThat(results.get(2400).failure()).hasMessageContaining("was not sent");
    }

    @Test
    void whatMayHaveHappenedIsToldWithTheIdOfItsJob() {
        NewJob<String> job = NewJob.of("x");
        assertThat(job.id())
                .isNotEmpty()
                .isEqualTo(job.ttr(Duration.ofSeconds(9)).id());
        assertThat(failureOf(() -> grape.produce(TUBE, job)).jobId()).isEqualTo(job.id());
        assertThat(failureOf(() -> grape.produce(TUBE, "drawn")).jobId()).isNotEmpty();
        assertThat(failureOf(() -> grape.peek(TUBE, "a")).jobId()).isEqualTo("a");
        assertThat(failureOf(() -> grape.kick(TUBE, "a")).jobId()).isEqualTo("a");
        assertThat(failureOf(() -> grape.take(TUBE, "a")).jobId()).isEqualTo("a");
        assertThat(failureOf(() -> grape.delete(TUBE, "a"))).hasMessageContaining("(job a)");
        assertThat(failureOf(() -> grape.kickAll(TUBE, 1)).jobId()).isNull();
        List<NewJob<String>> jobs = List.of(job, NewJob.of("y").id("y"));
        assertThat(grape.produceAll(TUBE, jobs))
                .extracting(result -> Objects.requireNonNull(result.failure()).jobId())
                .containsExactly(job.id(), "y");
    }

    private static GrapeException failureOf(ThrowingCallable call) {
        return catchThrowableOfType(GrapeException.class, call);
    }

    @Test
    void aWaitThatIsTooLongIsRefusedWithWhatWasExpected() {
        assertThat(failureOf(() -> grape.consume(TUBE, 1, Duration.ofDays(2))))
                .hasMessageContaining("wait: expected 0 to 60 s, got PT48H");
        assertThat(failureOf(() -> grape.awaitResult(TUBE, "a", Duration.ofDays(2))))
                .hasMessageContaining("timeout: expected 0 to 1 day, got PT48H");
    }

    @Test
    void aWorkerDoesNotStartWithAClientThatIsClosed() {
        grape.close();
        assertThatThrownBy(() -> Worker.of(grape).on(TUBE, (payload, job) -> {}).start())
                .hasMessageContaining("closed");
    }

    @Test
    void anAddressThatCannotBeIsRefused() {
        assertThatThrownBy(() -> Grape.connect("http://localhost:99999")).hasMessageContaining("port");
    }
}
