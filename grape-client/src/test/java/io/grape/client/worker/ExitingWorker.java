package io.grape.client.worker;

import io.grape.client.Grape;
import java.time.Duration;

/** A worker whose handler ends its process, in a process of its own. */
final class ExitingWorker {
    private ExitingWorker() {}

    public static void main(String[] args) throws InterruptedException {
        Worker worker = Worker.of(Grape.connect(args[0]))
                .drain(Duration.ofDays(1))
                .retry(Retry.exponential(Duration.ofHours(1), Duration.ofHours(1)))
                .on(Jobs.TUBE, (payload, job) -> System.exit(7))
                .start();
        worker.join();
    }
}
