package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Job;
import io.grape.client.JobResult;
import io.grape.client.JobState;
import io.grape.client.KeepSettings;
import io.grape.client.NewJob;
import io.grape.client.TubeSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A handler gives the same result each time, so a result that the broker refuses must not make it run again. */
class RefusedResultTest {
    private static final int DEFAULT_MAX = 65_536;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("longer than the tube allows", JobResult.of(new byte[DEFAULT_MAX + 1])),
                Arguments.of("longer than a call may be", JobResult.of(new byte[20 << 20])),
                Arguments.of("no JSON, although its type says so", JobResult.json("{no json")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refusedResultFailsTheJobAndTheHandlerRunsOnce(String which, JobResult result) throws Exception {
        broker.grape()
                .tubes()
                .configure(
                        TUBE.name(),
                        new TubeSettings(Duration.ofSeconds(2), 20).keep(KeepSettings.of(Duration.ofHours(1))));
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<AckResult> ended = new CompletableFuture<>();
        try (Worker worker = Worker.of(broker.grape())
                .decide(TUBE, (payload, job) -> {
                    job.onAcknowledged(ended::complete);
                    return runs.incrementAndGet() > 0 && job.id().equals("a")
                            ? Outcome.finish(result)
                            : Outcome.finish();
                })
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            assertThat(ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(AckResult.GIVEN_UP);
            Job<String> failed = Jobs.awaitState(broker.grape(), "a", JobState.FAILED);
            assertThat(failed.reason().orElseThrow()).contains("result was refused");
            broker.grape().produce(TUBE, NewJob.of("x").id("b"));
            Jobs.awaitState(broker.grape(), "b", JobState.FINISHED);
            assertThat(worker.status().isHealthy()).isTrue();
        }
        assertThat(runs).hasValue(2);
    }
}
