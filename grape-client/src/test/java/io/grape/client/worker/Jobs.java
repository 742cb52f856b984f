package io.grape.client.worker;

import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Steps that the tests of the worker have in common. */
final class Jobs {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Tube<String> TUBE = Tube.of("work", Codec.text());

    private Jobs() {}

    /** One whose leases last a few seconds: short, and longer than a busy machine stands still. */
    static NewJob<String> shortLived(String id) {
        return NewJob.of(id).id(id).ttr(Duration.ofSeconds(3));
    }

    static void awaitGone(Grape grape, String id) {
        awaitGone(grape, TUBE, id);
    }

    static void awaitGone(Grape grape, Tube<?> tube, String id) {
        await().atMost(PATIENCE).until(() -> grape.peek(tube, id).isEmpty());
    }

    static Job<String> awaitState(Grape grape, String id, JobState state) {
        return await().atMost(PATIENCE)
                .until(() -> grape.peek(TUBE, id).filter(job -> job.state() == state), Optional::isPresent)
                .orElseThrow();
    }

    static TubeWork work(Worker worker) {
        return Objects.requireNonNull(worker.status().tubes().get(TUBE.name()));
    }

    static void awaitAll(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("still " + latch.getCount() + " to come");
        }
    }
}
