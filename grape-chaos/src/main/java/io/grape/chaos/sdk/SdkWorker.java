package io.grape.chaos.sdk;

import io.grape.client.Grape;
import io.grape.client.Tube;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Worker;
import io.grape.client.worker.WorkerState;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;

/** A worker in a process of its own, which prints each execution. Its arguments: the tube, and the URIs of the brokers. */
final class SdkWorker {
    /** Some are fetched ahead: a kill also meets jobs that wait in the worker. */
    private static final int PREFETCH = 4;

    private static final int CONCURRENCY = 8;
    private static final long LOOK_MILLIS = 1000;

    private SdkWorker() {}

    public static void main(String[] args) throws InterruptedException {
        PrintStream out = System.out;
        List<URI> brokers =
                List.of(args).subList(1, args.length).stream().map(URI::create).toList();
        try (Grape grape = Grape.builder().brokers(brokers).build();
                Worker worker = Worker.of(grape)
                        .on(Tube.of(args[0], String.class), (millis, job) -> run(out, millis, job))
                        .concurrency(CONCURRENCY)
                        .prefetch(PREFETCH)
                        .closeOnShutdown(true)
                        .start()) {
            while (worker.status().state() != WorkerState.CLOSED) {
                Thread.sleep(LOOK_MILLIS);
            }
        }
    }

    private static void run(PrintStream out, String millis, JobContext job) throws InterruptedException {
        ExecutionLog.started(out, job);
        job.onAcknowledged(result -> ExecutionLog.acknowledged(out, job, result));
        Thread.sleep(Long.parseLong(millis));
        ExecutionLog.ended(out, job);
    }
}
