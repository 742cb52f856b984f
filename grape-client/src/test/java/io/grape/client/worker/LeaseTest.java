package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.JobState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How leases are kept, and what happens where that fails. */
@Tag("slow")
@SuppressWarnings("try")
class LeaseTest {
    private static final Duration TTR = Duration.ofSeconds(2);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @RegisterExtension
    final LogLines log = new LogLines();

    /** What a handler does until it is interrupted, or for ever. */
    private static void hang() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T item = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(item).isNotNull();
        return item;
    }

    @Test
    void aLeaseIsKeptForAHandlerThatRunsThreeTimesItsTtrAndForAJobThatWaitsBehindIt() {
        AtomicInteger runs = new AtomicInteger();
        try (Worker worker = Worker.of(broker.grape())
                .concurrency(1)
                .prefetch(1)
                .on(TUBE, (payload, job) -> {
                    runs.incrementAndGet();
                    if (job.id().equals("long")) {
                        long until = System.nanoTime() + TTR.multipliedBy(3).toNanos();
                        await().atMost(PATIENCE).until(() -> System.nanoTime() - until > 0);
                    }
                    job.checkLease();
                    assertThat(job.noe()).isEqualTo(1);
                })
                .start()) {
            broker.grape().produce(TUBE, Jobs.shortLived("long").ttr(TTR));
            broker.grape().produce(TUBE, Jobs.shortLived("behind").ttr(TTR));
            Jobs.awaitGone(broker.grape(), "long");
            Jobs.awaitGone(broker.grape(), "behind");
        }
        assertThat(runs).hasValue(2);
    }

    @Test
    void aHandlerWhoseJobIsDeletedMeanwhileIsToldAndInterruptedAndTheNextOneIsNot() throws Exception {
        BlockingQueue<JobContext> begun = new LinkedBlockingQueue<>();
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (Worker worker = Worker.of(broker.grape())
                .concurrency(1)
                .interruptOnLostLease(true)
                .on(TUBE, (payload, job) -> {
                    told.add("interrupted before: " + Thread.currentThread().isInterrupted());
                    job.onLeaseLost(() -> told.add("lost"));
                    begun.add(job);
                    if (job.id().equals("a")) {
                        hang();
                    }
                })
                .start()) {
            broker.grape().produce(TUBE, Jobs.shortLived("a"));
            JobContext first = next(begun);
            assertThat(first.isLeaseLost()).isFalse();
            broker.grape().forceDelete(TUBE, "a");
            broker.grape().produce(TUBE, Jobs.shortLived("b"));
            JobContext second = next(begun);
            assertThat(first.isLeaseLost()).isTrue();
            assertThatExceptionOfType(LeaseLostException.class).isThrownBy(first::checkLease);
            Jobs.awaitGone(broker.grape(), "b");
            assertThat(second.isLeaseLost()).isFalse();
            assertThat(log.warnings())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("lease lost")
                            .contains("tube=work id=a lease=" + first.fencingToken() + " "));
            assertThat(List.of(next(told), next(told), next(told)))
                    .containsExactlyInAnyOrder("interrupted before: false", "lost", "interrupted before: false");
        }
    }

    @Test
    void withoutBeingAskedForNobodyIsInterruptedAndTheResultIsDropped() throws Exception {
        CompletableFuture<JobContext> begun = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        try (Worker worker = Worker.of(broker.grape())
                .decide(TUBE, (payload, job) -> {
                    begun.complete(job);
                    CountDownLatch lost = new CountDownLatch(1);
                    job.onLeaseLost(lost::countDown);
                    Jobs.awaitAll(lost);
                    interrupted.complete(Thread.currentThread().isInterrupted());
                    return Outcome.bury("too late");
                })
                .start()) {
            broker.grape().produce(TUBE, Jobs.shortLived("a"));
            begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            broker.grape().forceDelete(TUBE, "a");
            broker.grape().produce(TUBE, Jobs.shortLived("a").delay(Duration.ofHours(1)));
            assertThat(interrupted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isFalse();
        }
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().state()).isEqualTo(JobState.DELAYED);
    }

    @Test
    void aPrefetchedJobWhoseLeaseIsLostIsNotBegun() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        LostLeases lost = new LostLeases();
        try (Grape grape = broker.client(lost);
                Worker worker = Worker.of(grape)
                        .concurrency(1)
                        .prefetch(1)
                        .on(TUBE, (payload, job) -> {
                            begun.add(job.id());
                            Jobs.awaitAll(go);
                        })
                        .start()) {
            broker.grape().produce(TUBE, Jobs.shortLived("a"));
            broker.grape().produce(TUBE, Jobs.shortLived("b"));
            assertThat(next(begun)).isEqualTo("a");
            Jobs.awaitState(broker.grape(), "b", JobState.RETAINED);
            broker.grape().forceDelete(TUBE, "b");
            await().atMost(PATIENCE).until(() -> lost.count.get() == 1);
            go.countDown();
            broker.grape().produce(TUBE, Jobs.shortLived("c"));
            assertThat(next(begun)).isEqualTo("c");
        }
    }

    /** Counts them. */
    private static final class LostLeases implements ClientEvents {
        final AtomicInteger count = new AtomicInteger();

        @Override
        public void leaseLost(String tube) {
            count.incrementAndGet();
            throw new AssertionError("a listener that throws");
        }
    }

    @Test
    void aLeaseThatRanOutByOurClockIsLostAndItsFinishIsStillTaken() throws Exception {
        CompletableFuture<Boolean> lost = new CompletableFuture<>();
        CountDownLatch back = new CountDownLatch(1);
        try (Worker worker = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> {
                    CountDownLatch told = new CountDownLatch(1);
                    job.onLeaseLost(told::countDown);
                    broker.away();
                    Jobs.awaitAll(told);
                    lost.complete(job.isLeaseLost());
                    Jobs.awaitAll(back);
                })
                .concurrency(1)
                .start()) {
            broker.grape().produce(TUBE, Jobs.shortLived("a").ttr(Duration.ofSeconds(1)));
            assertThat(lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            broker.back();
            back.countDown();
            Jobs.awaitGone(broker.grape(), "a");
        }
    }

    @Test
    void aLeaseThatRanOutIsCountedOnceThoughItsFinishIsRefusedToo() throws Exception {
        LostLeases lost = new LostLeases();
        CountDownLatch told = new CountDownLatch(1);
        try (Grape grape = broker.client(lost)) {
            Worker worker = Worker.of(grape)
                    .on(TUBE, (payload, job) -> {
                        job.onLeaseLost(told::countDown);
                        broker.away();
                        Jobs.awaitAll(told);
                        broker.back();
                        broker.grape().forceDelete(TUBE, "a");
                    })
                    .start();
            broker.grape().produce(TUBE, Jobs.shortLived("a").ttr(Duration.ofSeconds(1)));
            Jobs.awaitAll(told);
            worker.close();
        }
        assertThat(lost.count).hasValue(1);
    }
}
