package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Handlers that get many jobs at once. */
@Tag("slow")
@SuppressWarnings("try")
class BatchTest {
    /** Longer than any test waits. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final Retry SOON = Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1));
    private static final Tube<Integer> NUMBERS = Tube.of(TUBE.name(), Codec.json(Integer.class));

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final List<Integer> sizes = new CopyOnWriteArrayList<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private WorkerBuilder worker() {
        return Worker.of(broker.grape()).retry(SOON);
    }

    private void produce(int from, int to) {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(from, to)
                                .mapToObj(i -> NewJob.of(Integer.toString(i)).id("job-" + i))
                                .toList());
    }

    private long total(String name) {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().totals().getOrDefault(name, 0L);
    }

    private void note(List<? extends BatchJob<?>> batch) {
        sizes.add(batch.size());
        batch.forEach(job -> seen.add(job.id()));
    }

    @Test
    void aFullBatchRunsAtOnceAndAReturnFinishesIt() {
        produce(0, 600);
        try (Worker worker =
                worker().onBatch(TUBE, 200, LONG, this::note).concurrency(2).start()) {
            await().atMost(PATIENCE).until(() -> total("finished") == 600);
        }
        assertThat(sizes).containsExactly(200, 200, 200);
        assertThat(seen).hasSize(600).doesNotHaveDuplicates();
    }

    @Test
    void oneThatIsNotFullRunsAfterItsTime() {
        try (Worker worker =
                worker().onBatch(TUBE, 200, Duration.ofMillis(50), this::note).start()) {
            produce(0, 3);
            await().atMost(PATIENCE).until(() -> total("finished") == 3);
        }
        assertThat(seen).containsExactlyInAnyOrder("job-0", "job-1", "job-2");
    }

    @Test
    void oneThatIsNotFullAtTheEndIsHandedBackUncounted() {
        Worker worker = worker().onBatch(TUBE, 200, LONG, this::note).start();
        produce(0, 3);
        await().atMost(PATIENCE).until(() -> Jobs.work(worker).waiting() == 3);
        worker.close();
        assertThat(seen).isEmpty();
        assertThat(broker.grape().list(TUBE, JobState.READY, 10, null).jobs())
                .hasSize(3)
                .allSatisfy(job -> assertThat(job.noe()).isZero());
    }

    @Test
    void eachJobMayBeDecidedAndTheRestIsFinished() {
        produce(0, 5);
        try (Worker worker = worker().onBatch(
                        TUBE,
                        5,
                        LONG,
                        batch -> batch.forEach(job -> {
                            switch (job.payload()) {
                                case "1" -> job.bury("bad template");
                                case "2" -> job.release(LONG);
                                case "3" -> job.decide(Outcome.snooze(LONG));
                                default -> {}
                            }
                        }))
                .start()) {
            Jobs.awaitGone(broker.grape(), "job-0");
            Jobs.awaitGone(broker.grape(), "job-4");
            assertThat(Jobs.awaitState(broker.grape(), "job-1", JobState.FAILED).reason())
                    .contains("bad template");
            assertThat(Jobs.awaitState(broker.grape(), "job-2", JobState.DELAYED)
                            .noe())
                    .isEqualTo(1);
            assertThat(Jobs.awaitState(broker.grape(), "job-3", JobState.DELAYED)
                            .noe())
                    .isZero();
        }
    }

    @Test
    void aThrowIsAFailureOfThoseThatNothingWasDecidedFor() {
        produce(0, 3);
        try (Worker worker = worker().retry(SOON.attempts(1))
                .onBatch(TUBE, 3, LONG, batch -> {
                    batch.stream()
                            .filter(job -> job.payload().equals("1"))
                            .forEach(job -> job.decide(Outcome.finish()));
                    throw new IOException("mailbox full");
                })
                .start()) {
            Jobs.awaitGone(broker.grape(), "job-1");
            for (String id : List.of("job-0", "job-2")) {
                assertThat(Jobs.awaitState(broker.grape(), id, JobState.FAILED).reason())
                        .contains("java.io.IOException: mailbox full");
            }
        }
    }

    @Test
    void aPayloadThatDoesNotDecodeIsLeftOut() {
        broker.grape().produce(TUBE, NewJob.of("no number").id("bad"));
        produce(0, 2);
        try (Worker worker = worker().undecodable(Undecodable.BURY)
                .onBatch(NUMBERS, 3, LONG, this::note)
                .start()) {
            Jobs.awaitState(broker.grape(), "bad", JobState.FAILED);
            await().atMost(PATIENCE).until(() -> total("finished") == 2);
        }
        assertThat(sizes).containsExactly(2);
    }

    @Test
    void anErrorOfADecodeFailsItsJobAlone() {
        Codec<Integer> codec = new Codec<>() {
            @Override
            public String contentType() {
                return "text/plain";
            }

            @Override
            public byte[] encode(Integer payload) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Integer decode(byte[] bytes) {
                if (bytes[0] == 'x') {
                    throw new OutOfMemoryError("on purpose");
                }
                return (int) bytes[0];
            }
        };
        broker.grape().produce(TUBE, NewJob.of("x").id("bad").maxAttempts(1));
        produce(0, 2);
        try (Worker worker = worker().onBatch(Tube.of(TUBE.name(), codec), 3, LONG, this::note)
                .start()) {
            Jobs.awaitState(broker.grape(), "bad", JobState.FAILED);
            await().atMost(PATIENCE).until(() -> total("finished") == 2);
        }
        assertThat(sizes).containsExactly(2);
    }

    @Test
    void aBatchThatTakesTooLongIsReleasedAndKeepsItsPlaceUntilItReturns() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        produce(0, 4);
        try (Worker worker = worker().timeout(Duration.ofMillis(100))
                .concurrency(1)
                .onBatch(TUBE, 4, Duration.ofMillis(50), batch -> {
                    if (runs.incrementAndGet() == 1) {
                        TimeoutTest.ignore(end);
                    }
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> Jobs.work(worker).allStuck());
            await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
            assertThat(runs).hasValue(1);
            end.countDown();
            await().atMost(PATIENCE).until(() -> total("finished") == 4);
        }
    }

    @Test
    void aJobThatIsLostMeanwhileCostsTheOthersNothing() throws Exception {
        produce(0, 3);
        try (Worker worker = worker().interruptOnLostLease(true)
                .onBatch(TUBE, 3, LONG, batch -> {
                    BatchJob<String> first = batch.get(0);
                    broker.grape().forceDelete(TUBE, first.id());
                    first.job().progress(50, "to learn of it");
                    await().atMost(PATIENCE).until(() -> first.job().isLeaseLost());
                    note(batch.subList(1, 3));
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> total("finished") == 2);
        }
        assertThat(seen).hasSize(2);
    }

    @Test
    void anInterceptorGoesAroundTheWholeBatch() {
        produce(0, 3);
        try (Worker worker = worker().around(new Interceptor() {
                    @Override
                    public Outcome around(JobContext job, Next next) {
                        throw new AssertionError("there is no single job");
                    }

                    @Override
                    public void aroundBatch(List<? extends JobContext> jobs, NextBatch next) throws Exception {
                        seen.add("before " + jobs.size());
                        next.proceed();
                        seen.add("after");
                    }
                })
                .onBatch(TUBE, 3, LONG, batch -> seen.add("handler"))
                .start()) {
            await().atMost(PATIENCE).until(() -> total("finished") == 3);
        }
        assertThat(seen).containsExactly("before 3", "handler", "after");
    }

    @Test
    void aBatchThatNoHandlerGotHasFailed() {
        produce(0, 2);
        try (Worker worker = worker().retry(SOON.attempts(1))
                .around(new Interceptor() {
                    @Override
                    public Outcome around(JobContext job, Next next) {
                        throw new AssertionError("there is no single job");
                    }

                    @Override
                    public void aroundBatch(List<? extends JobContext> jobs, NextBatch next) {
                        seen.add("before");
                    }
                })
                .onBatch(TUBE, 2, LONG, this::note)
                .start()) {
            for (String id : List.of("job-0", "job-1")) {
                assertThat(Jobs.awaitState(broker.grape(), id, JobState.FAILED).reason())
                        .hasValueSatisfying(reason -> assertThat(reason).contains("did not proceed"));
            }
        }
        assertThat(seen).containsExactly("before");
    }

    @Test
    void sizesOutOfBoundsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> worker().onBatch(TUBE, 0, LONG, batch -> {}));
        assertThatIllegalArgumentException().isThrownBy(() -> worker().onBatch(TUBE, 1001, LONG, batch -> {}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> worker().onBatch(TUBE, 1, Duration.ofMillis(-1), batch -> {}));
    }
}
