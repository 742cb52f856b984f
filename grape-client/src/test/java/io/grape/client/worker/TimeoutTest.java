package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of handlers that take too long, and of their jobs. */
@Tag("slow")
@SuppressWarnings("try")
class TimeoutTest {
    private static final Retry CONCURRENCY = Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1));
    private static final Retry LATER = Retry.exponential(Duration.ofHours(1), Duration.ofHours(1));
    private static final Duration SHORT = Duration.ofMillis(100);
    /** Of those that are to end in time, on a busy machine too. */
    private static final Duration LONG = Duration.ofHours(1);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @RegisterExtension
    final LogLines log = new LogLines();

    private final Told told = new Told();

    /** What a worker tells of them. */
    private static final class Told implements ClientEvents {
        final AtomicInteger timeouts = new AtomicInteger();
        final AtomicInteger stuck = new AtomicInteger();
        final AtomicInteger lost = new AtomicInteger();
        final AtomicInteger held = new AtomicInteger();
        final AtomicInteger mostHeld = new AtomicInteger();
        final BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();

        @Override
        public void timedOut(String tube) {
            timeouts.incrementAndGet();
        }

        @Override
        public void stuck(String tube, int change) {
            stuck.addAndGet(change);
        }

        @Override
        public void held(String tube, int change) {
            mostHeld.accumulateAndGet(held.addAndGet(change), Math::max);
        }

        @Override
        public void leaseLost(String tube) {
            lost.incrementAndGet();
        }

        @Override
        public void handled(String tube, String outcome, Duration took, Duration lateness) {
            outcomes.add(outcome);
        }
    }

    private static void hang() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /** As one that swallows interrupts does. */
    static void ignore(CountDownLatch end) {
        boolean ended = false;
        while (!ended) {
            try {
                ended = end.await(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                // It goes on.
            }
        }
    }

    @Test
    void oneThatHangsIsInterruptedAndItsJobIsTriedAgainAndCounted() throws Exception {
        try (Grape grape = broker.client(told);
                Worker worker = Worker.of(grape)
                        .retry(CONCURRENCY)
                        .timeout(SHORT)
                        .on(TUBE, (payload, job) -> {
                            if (job.noe() == 1) {
                                hang();
                            }
                        })
                        .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            Jobs.awaitGone(broker.grape(), "a");
            await().atMost(PATIENCE).until(() -> told.outcomes.contains("finish") && told.stuck.get() == 0);
        }
        assertThat(told.outcomes).contains("timeout");
        assertThat(told.timeouts).hasPositiveValue();
        assertThat(told.lost).hasValue(0);
        assertThat(log.warnings())
                .anySatisfy(line -> assertThat(line)
                        .contains("tube=work id=a noe=1")
                        .contains("HandlerTimeoutException: the handler took longer than 100 ms")
                        .contains("TimeoutTest.hang"));
    }

    @Test
    void aRetryThatBlocksHoldsUpNothingElse() {
        CountDownLatch both = new CountDownLatch(2);
        try (Worker worker = Worker.of(broker.grape())
                .timeout(SHORT)
                .retry(Retry.by((failure, job) -> {
                    both.countDown();
                    ignore(both);
                    return Outcome.bury("late");
                }))
                .on(TUBE, (payload, job) -> hang())
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            broker.grape().produce(TUBE, NewJob.of("x").id("b"));
            Jobs.awaitState(broker.grape(), "a", JobState.FAILED);
            Jobs.awaitState(broker.grape(), "b", JobState.FAILED);
        }
    }

    @Test
    void whoeverIsToldFindsTheLeaseLostAndTheLastAttemptIsBuried() throws Exception {
        CompletableFuture<Boolean> lost = new CompletableFuture<>();
        try (Worker worker = Worker.of(broker.grape())
                .timeout(SHORT)
                .on(TUBE, (payload, job) -> {
                    try {
                        hang();
                    } finally {
                        lost.complete(job.isLeaseLost());
                    }
                })
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a").maxAttempts(1));
            assertThat(lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(Jobs.awaitState(broker.grape(), "a", JobState.FAILED).reason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("took longer than 100 ms"));
        }
    }

    @Test
    void hungHandlersThatHeedTheInterruptDoNotStarveTheOthers() {
        try (Worker worker = Worker.of(broker.grape())
                .concurrency(2)
                .retry(LATER)
                .timeout(SHORT)
                .on(TUBE, (payload, job) -> {
                    if (!job.id().equals("good")) {
                        hang();
                    }
                })
                .start()) {
            for (int i = 0; i < 6; i++) {
                broker.grape().produce(TUBE, NewJob.of("x").id("hung-" + i).priority(i));
            }
            broker.grape().produce(TUBE, NewJob.of("x").id("good").timeout(LONG));
            Jobs.awaitGone(broker.grape(), "good");
            assertThat(Jobs.awaitState(broker.grape(), "hung-0", JobState.DELAYED)
                            .noe())
                    .isEqualTo(1);
        }
    }

    @Test
    void oneThatIgnoresTheInterruptKeepsItsPlaceAndNoJob() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        broker.grape().produce(TUBE, NewJob.of("x").id("a").priority(1));
        broker.grape().produce(TUBE, NewJob.of("x").id("b").timeout(LONG));
        try (Grape grape = broker.client(told);
                Worker worker = Worker.of(grape)
                        .concurrency(1)
                        .prefetch(2)
                        .timeout(SHORT)
                        .retry(LATER)
                        .on(TUBE, (payload, job) -> {
                            if (job.id().equals("a")) {
                                ignore(end);
                            }
                        })
                        .start()) {
            Jobs.awaitState(broker.grape(), "a", JobState.DELAYED);
            Job<String> behind = Jobs.awaitState(broker.grape(), "b", JobState.READY);
            assertThat(behind.noe()).isZero();
            await().atMost(PATIENCE).until(() -> told.held.get() == 0);
            assertThat(told.mostHeld).hasValue(2);
            assertThat(told.stuck).hasValue(1);
            assertThat(log.errors()).anySatisfy(line -> assertThat(line).contains("no handler returns"));
            broker.grape().produce(TUBE, NewJob.of("x").id("c").timeout(LONG));
            assertThat(Jobs.awaitState(broker.grape(), "c", JobState.READY).noe())
                    .isZero();
            end.countDown();
            Jobs.awaitGone(broker.grape(), "b");
            Jobs.awaitGone(broker.grape(), "c");
            await().atMost(PATIENCE).until(() -> told.stuck.get() == 0);
        }
        assertThat(told.outcomes).contains("timeout");
    }

    @Test
    void theJobsOwnTimeoutGoesBeforeThatOfItsTubeAndThatBeforeTheWorkers() throws Exception {
        CountDownLatch two = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        try (Worker worker = Worker.of(broker.grape())
                .timeout(SHORT)
                .retry(LATER)
                .on(
                        TUBE,
                        (payload, job) -> {
                            two.countDown();
                            end.await();
                        },
                        TubeOptions.timeout(Duration.ofHours(1)))
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("long"));
            broker.grape().produce(TUBE, NewJob.of("x").id("odd").header(NewJob.TIMEOUT_HEADER, "soon"));
            Jobs.awaitAll(two);
            broker.grape().produce(TUBE, NewJob.of("x").id("short").timeout(SHORT));
            Jobs.awaitState(broker.grape(), "short", JobState.DELAYED);
            assertThat(broker.grape().peek(TUBE, "long").orElseThrow().state()).isEqualTo(JobState.RETAINED);
            assertThat(broker.grape().peek(TUBE, "odd").orElseThrow().state()).isEqualTo(JobState.RETAINED);
            end.countDown();
            Jobs.awaitGone(broker.grape(), "long");
        }
    }

    @Test
    void closingDoesNotWaitForOneThatHasNoJobAnyMore() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Worker worker = Worker.of(broker.grape())
                .timeout(SHORT)
                .retry(LATER)
                .drain(Duration.ofHours(1))
                .on(TUBE, (payload, job) -> ignore(end))
                .start();
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        Jobs.awaitState(broker.grape(), "a", JobState.DELAYED);
        CompletableFuture.runAsync(worker::close).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        end.countDown();
    }

    @Test
    void aTimeoutThatIsNoneIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TubeOptions.timeout(Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Worker.of(broker.grape()).timeout(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> NewJob.of("x").timeout(Duration.ZERO));
    }
}
