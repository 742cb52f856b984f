package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Acknowledgement;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The response of a consume comes at the moment at which its caller gives the call up. */
class LateConsumesTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final int ROUNDS = 100;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private void produce(String id) {
        broker.grape().produce(TUBE, NewJob.of("x").id(id).ttr(Duration.ofSeconds(1)));
    }

    /** Returns how often the job was delivered: twice if it came by the end of its first lease. */
    private int takeAndFinish(Grape grape, String id) {
        List<Job<String>> jobs = grape.consume(TUBE, 1, WAIT);
        assertThat(jobs).extracting(Job::id).containsExactly(id);
        grape.acknowledge(TUBE.name(), Acknowledgement.finish(jobs.get(0)));
        return jobs.get(0).noe();
    }

    /**
     * The JDK's HTTP client may have read the response without having reported it when the call is cancelled. Then nobody receives the
     * jobs, and they are delivered again when their leases end. This has to be rare.
     */
    @Test
    void jobsOfACancelledConsumeGoToTheNextConsumer() {
        Grape grape = broker.grape();
        int late = 0;
        for (int i = 0; i < ROUNDS; i++) {
            CompletableFuture<List<Job<String>>> consume = grape.async().consume(TUBE, 1, WAIT);
            String id = "j" + i;
            CompletableFuture<Void> produced = CompletableFuture.runAsync(() -> produce(id));
            pauseAMoment();
            if (consume.cancel(true)) {
                produced.join();
                late += takeAndFinish(grape, id) > 1 ? 1 : 0;
            } else {
                List<Job<String>> jobs = consume.orTimeout(60, TimeUnit.SECONDS).join();
                assertThat(jobs).extracting(Job::id).containsExactly(id);
                grape.acknowledge(TUBE.name(), Acknowledgement.finish(jobs.get(0)));
            }
        }
        assertThat(late).isLessThan(ROUNDS / 4);
    }

    /** Up to two milliseconds, which is about what the produce takes. */
    private static void pauseAMoment() {
        long until = System.nanoTime()
                + ThreadLocalRandom.current().nextLong(Duration.ofMillis(2).toNanos());
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Test
    void jobsThatComeAfterACallerWasInterruptedGoToTheNextConsumerAtOnce() throws Exception {
        Grape grape = broker.grape();
        CountDownLatch ended = new CountDownLatch(1);
        Thread caller = new Thread(() -> {
            try {
                grape.consume(TUBE, 1, WAIT);
            } finally {
                ended.countDown();
            }
        });
        caller.setUncaughtExceptionHandler((thread, failure) -> {});
        caller.start();
        while (caller.getState() == Thread.State.RUNNABLE || caller.getState() == Thread.State.NEW) {
            Thread.onSpinWait();
        }
        caller.interrupt();
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        produce("a");
        assertThat(takeAndFinish(grape, "a")).isEqualTo(1);
    }
}
