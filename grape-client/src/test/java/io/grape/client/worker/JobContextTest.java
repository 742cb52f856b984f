package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Cancellation;
import io.grape.client.Checkpoint;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import io.grape.client.JobResult;
import io.grape.client.JobState;
import io.grape.client.KeepSettings;
import io.grape.client.NewJob;
import io.grape.client.TubeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

/** What a handler knows of the job that it is given. */
@SuppressWarnings("try")
class JobContextTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @Test
    void aHandlerKnowsItsJob() throws Exception {
        CompletableFuture<JobContext> seen = new CompletableFuture<>();
        broker.grape()
                .produce(TUBE, NewJob.of("x").id("a").priority(3).maxAttempts(4).ttr(Duration.ofSeconds(9)));
        try (Worker worker = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> seen.complete(job))
                .start()) {
            JobContext job = seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(List.of(job.id(), job.tube(), job.noe(), job.maxAttempts(), job.priority(), job.ttr()))
                    .isEqualTo(List.of("a", "work", 1, 4, 3L, Duration.ofSeconds(9)));
            assertThat(job.fencingToken()).isPositive();
            assertThat(job.lateness()).isBetween(Duration.ZERO, PATIENCE);
            assertThat(job.dueAt()).isEqualTo(job.createdAt());
            assertThat(job.bytes()).asString().isEqualTo("x");
            assertThat(job.contentType()).startsWith("text/plain");
            assertThat(job.headers()).isEqualTo(Map.of());
        }
    }

    /** A task that the handler leaves behind must not go on as if it held the job. */
    @Test
    void leaseCheckFailsOnceTheOutcomeWasDecided() throws Exception {
        CompletableFuture<JobContext> seen = new CompletableFuture<>();
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        try (Worker worker = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> {
                    job.checkLease();
                    seen.complete(job);
                })
                .start()) {
            JobContext job = seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            Jobs.awaitGone(broker.grape(), "a");
            assertThatThrownBy(job::checkLease)
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("has returned");
            assertThat(worker.status().isHealthy()).isTrue();
        }
    }

    @Test
    void aHandlerLogsWithTubeJobAndTraceAndTheNextOneHasNoneOfThem() throws Exception {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        BlockingQueue<List<String>> seen = new LinkedBlockingQueue<>();
        try (Worker worker = Worker.of(broker.grape())
                .concurrency(1)
                .on(
                        TUBE,
                        (payload, job) -> seen.add(Stream.of("grape.tube", "grape.job", "traceparent")
                                .map(key -> key + "=" + MDC.get(key))
                                .toList()))
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a").header("traceparent", trace));
            assertThat(seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .containsExactly("grape.tube=work", "grape.job=a", "traceparent=" + trace);
            broker.grape().produce(TUBE, NewJob.of("x").id("b"));
            assertThat(seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .containsExactly("grape.tube=work", "grape.job=b", "traceparent=null");
        }
    }

    @Test
    void aHandlerLearnsThatItsJobIsCancelled() throws Exception {
        CompletableFuture<Cancellation> seen = new CompletableFuture<>();
        CompletableFuture<JobContext> begun = new CompletableFuture<>();
        try (Worker worker = Worker.of(broker.grape())
                .decide(TUBE, (payload, job) -> {
                    job.onCancelled(() -> seen.complete(job.cancelled().orElseThrow()));
                    begun.complete(job);
                    return Outcome.bury(
                            seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).reason());
                })
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a").ttr(Duration.ofSeconds(1)));
            assertThat(begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).cancelled())
                    .isEmpty();
            Cancellation wish = broker.grape().cancel(TUBE, "a", "stop");
            assertThat(seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(wish);
            await().until(() ->
                    broker.grape().peek(TUBE, "a").orElseThrow().reason().equals(Optional.of("stop")));
        }
    }

    @Test
    void aHandlerSaysHowFarItIs() throws Exception {
        CompletableFuture<Boolean> goOn = new CompletableFuture<>();
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        try (Worker worker = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> {
                    for (int percent = 0; percent <= 40; percent++) {
                        job.progress(percent, "page " + percent);
                    }
                    goOn.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                })
                .start()) {
            await().until(() -> broker.grape()
                    .peek(TUBE, "a")
                    .orElseThrow()
                    .progress()
                    .filter(said -> said.note().equals("page 40"))
                    .isPresent());
            goOn.complete(true);
            Jobs.awaitGone(broker.grape(), "a");
        }
    }

    @Test
    void aHandlerGoesOnWhereTheLastOneLeft() {
        List<String> seen = new CopyOnWriteArrayList<>();
        broker.grape().produce(TUBE, NewJob.of("x").id("a").maxAttempts(1));
        try (Worker worker = Worker.of(broker.grape())
                .decide(TUBE, (payload, job) -> {
                    String from = job.checkpoint().map(Checkpoint::text).orElse("");
                    seen.add(from);
                    return from.length() < 3 ? Outcome.handOver(Checkpoint.json(from + "1")) : Outcome.finish();
                })
                .start()) {
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(seen).containsExactly("", "1", "11", "111");
    }

    @Test
    void whoWaitsForTheResultGetsWhatTheHandlerGives() {
        broker.grape()
                .tubes()
                .configure(
                        "work", new TubeSettings(Duration.ofMinutes(1), 20).keep(KeepSettings.of(Duration.ofHours(1))));
        broker.grape().produce(TUBE, NewJob.of("x").id("a").delay(Duration.ofMillis(200)));
        broker.grape().produce(TUBE, NewJob.of("bad").id("b"));
        CompletableFuture<Optional<JobResult>> result =
                broker.grape().async().awaitResult(TUBE, "a", Duration.ofSeconds(100));
        try (Worker worker = Worker.of(broker.grape())
                .decide(
                        TUBE,
                        (payload, job) -> payload.equals("bad")
                                ? Outcome.bury("bad")
                                : Outcome.finish(JobResult.json("{\"n\": 1}")))
                .start()) {
            JobResult found = result.join().orElseThrow();
            assertThat(found.text()).isEqualTo("{\"n\": 1}");
            assertThat(found.contentType()).isEqualTo("application/json");
            assertThat(broker.grape().awaitResult(TUBE, "b", Duration.ofMinutes(1)))
                    .isEmpty();
        }
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().state()).isEqualTo(JobState.FINISHED);
        assertThat(broker.grape().awaitResult(TUBE, "a", Duration.ZERO)).isPresent();
        assertThat(broker.grape().tubes().status("work").orElseThrow().kept()).isEqualTo(1);
        assertThatThrownBy(() -> broker.grape().awaitResult(TUBE, "never", Duration.ofMinutes(1)))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.JOB_NOT_FOUND));
    }

    @Test
    void theFencingTokenGrowsWithEachHandOut() {
        List<Long> tokens = new CopyOnWriteArrayList<>();
        try (Worker worker = Worker.of(broker.grape())
                .decide(TUBE, (payload, job) -> {
                    tokens.add(job.fencingToken());
                    return job.noe() < 4 ? Outcome.release(Duration.ZERO) : Outcome.finish();
                })
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(tokens).hasSize(4).isSorted().doesNotHaveDuplicates();
    }
}
