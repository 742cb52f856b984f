package io.grape.client.worker;

import io.grape.client.Grape;
import io.grape.harness.Sleep;
import java.time.Duration;

/**
 * A worker in a process of its own. A job's payload says what its handler does: {@code poison} kills the process, a number sleeps so many
 * ms, anything else returns. Says on stdout which jobs it runs.
 */
final class KilledWorker {
    static final String POISON = "poison";

    private KilledWorker() {}

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void handle(String payload, String id) {
        say("runs " + id);
        if (payload.equals(POISON)) {
            Runtime.getRuntime().halt(9);
        }
        if (payload.chars().allMatch(Character::isDigit)) {
            Sleep.millis(Long.parseLong(payload));
        }
    }

    /** Arguments: addresses of brokers with commas between them, concurrency, prefetch, and the size of a batch, 1 = none. */
    public static void main(String[] args) throws InterruptedException {
        int batch = Integer.parseInt(args[3]);
        WorkerBuilder worker = Worker.of(Grape.connect(args[0].split(",")))
                .concurrency(Integer.parseInt(args[1]))
                .prefetch(Integer.parseInt(args[2]));
        Worker started = (batch == 1
                        ? worker.on(Jobs.TUBE, (payload, job) -> handle(payload, job.id()))
                        : worker.onBatch(
                                Jobs.TUBE,
                                batch,
                                Duration.ofMillis(50),
                                jobs -> jobs.forEach(
                                        job -> handle(job.payload(), job.job().id()))))
                .start();
        say("started");
        started.join();
    }
}
