package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.DecodeException;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes around a handler, and where it runs. */
@SuppressWarnings("try")
class InterceptorTest {
    private static final Retry ONCE =
            Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1)).attempts(1);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final List<String> told = new CopyOnWriteArrayList<>();

    private WorkerBuilder worker() {
        return Worker.of(broker.grape()).retry(ONCE);
    }

    private void produce(String id) {
        broker.grape().produce(TUBE, NewJob.of("payload of " + id).id(id));
    }

    private Interceptor teller(String name) {
        return (job, next) -> {
            told.add(name + " before " + job.id());
            Outcome outcome = next.proceed();
            told.add(name + " after " + outcome.verb());
            return outcome;
        };
    }

    @Test
    void theFirstIsTheOutermost() {
        try (Worker worker = worker().around(teller("first"))
                .around(teller("second"))
                .on(TUBE, (payload, job) -> told.add("handler"))
                .start()) {
            produce("a");
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(told)
                .containsExactly(
                        "first before a", "second before a", "handler", "second after finish", "first after finish");
    }

    @Test
    void itSeesWhatTheHandlerThrowsAndWhatItThrowsItselfCounts() {
        try (Worker worker = worker().around((job, next) -> {
                    try {
                        return next.proceed();
                    } catch (IllegalStateException e) {
                        throw new IllegalArgumentException("seen: " + e.getMessage());
                    }
                })
                .on(TUBE, (payload, job) -> {
                    throw new IllegalStateException("mailbox full");
                })
                .start()) {
            produce("a");
            assertThat(Jobs.awaitState(broker.grape(), "a", JobState.FAILED).reason())
                    .contains("java.lang.IllegalArgumentException: seen: mailbox full");
        }
    }

    @Test
    void itMayDecideAnotherOutcomeOrNotProceedAtAll() {
        try (Worker worker = worker().around((job, next) -> {
                    if (job.id().equals("b")) {
                        return Outcome.bury("not today");
                    }
                    Outcome outcome = next.proceed();
                    return job.id().equals("c") ? Outcome.bury("but no: " + outcome.verb()) : outcome;
                })
                .on(TUBE, (payload, job) -> told.add(job.id()))
                .start()) {
            List.of("a", "b", "c").forEach(this::produce);
            Jobs.awaitGone(broker.grape(), "a");
            assertThat(Jobs.awaitState(broker.grape(), "b", JobState.FAILED).reason())
                    .contains("not today");
            assertThat(Jobs.awaitState(broker.grape(), "c", JobState.FAILED).reason())
                    .contains("but no: finish");
        }
        assertThat(told).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void aPayloadThatDoesNotDecodeIsSeenAndStaysOne() throws Exception {
        CompletableFuture<Exception> seen = new CompletableFuture<>();
        Tube<Integer> numbers = Tube.of(TUBE.name(), Codec.json(Integer.class));
        try (Worker worker = worker().undecodable(Undecodable.BURY)
                .retry(Retry.DEFAULT)
                .around((job, next) -> {
                    try {
                        return next.proceed();
                    } catch (DecodeException e) {
                        seen.complete(e);
                        throw e;
                    }
                })
                .on(numbers, (number, job) -> {})
                .start()) {
            produce("a");
            assertThat(seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(DecodeException.class);
            Jobs.awaitState(broker.grape(), "a", JobState.FAILED);
        }
    }

    @Test
    void theEndOfAJobIsToldAfterItsAcknowledgement() throws Exception {
        BlockingQueue<String> ends = new LinkedBlockingQueue<>();
        try (Worker worker = worker().around((job, next) -> {
                    job.onAcknowledged(result -> ends.add(job.id() + " " + result + " "
                            + broker.grape().peek(TUBE, job.id()).isEmpty()));
                    return next.proceed();
                })
                .on(TUBE, (payload, job) -> {
                    if (job.id().equals("b")) {
                        broker.grape().forceDelete(TUBE, "b");
                    }
                })
                .start()) {
            produce("a");
            assertThat(ends.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("a DONE true");
            produce("b");
            assertThat(ends.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("b LOST true");
        }
    }

    @Test
    void handlersRunOnTheExecutorAndItIsLeftOpen() {
        ExecutorService threads = Executors.newFixedThreadPool(2, task -> new Thread(task, "billing"));
        try (Worker worker = worker().executor(threads)
                .concurrency(5)
                .on(TUBE, (payload, job) -> told.add(Thread.currentThread().getName()))
                .start()) {
            IntStream.range(0, 20).forEach(i -> produce("job-" + i));
            await().atMost(PATIENCE).until(() -> told.size() == 20);
        }
        assertThat(told).containsOnly("billing");
        assertThat(threads.isShutdown()).isFalse();
        threads.shutdown();
    }

    static Stream<RuntimeException> refusals() {
        return Stream.of(new RejectedExecutionException("full"), new IllegalStateException("a defect"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatTheExecutorRejectsIsHandedBackAndComesAgain(RuntimeException refusal) {
        AtomicBoolean full = new AtomicBoolean(true);
        CountDownLatch rejected = new CountDownLatch(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Worker worker = worker().executor(task -> {
                    if (full.get()) {
                        rejected.countDown();
                        throw refusal;
                    }
                    threads.execute(task);
                })
                .on(TUBE, (payload, job) -> told.add(job.id() + " " + job.attempt()))
                .start()) {
            produce("a");
            await().atMost(PATIENCE).until(() -> rejected.getCount() == 0);
            full.set(false);
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(told).containsExactly("a 1");
        threads.shutdown();
    }
}
