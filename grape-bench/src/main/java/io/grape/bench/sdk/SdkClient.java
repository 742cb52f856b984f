package io.grape.bench.sdk;

import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import io.grape.bench.queue.RefusedException;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Grape through its Java SDK with default settings, but with more patience: a machine that is busy for a moment must not end a run. */
final class SdkClient implements QueueClient {
    private final Tube<Order> tube;
    private final Grape grape;
    private @Nullable Worker worker;

    SdkClient(String address, String queue) {
        tube = Tube.of(queue, Order.class);
        grape = Grape.builder()
                .brokers(URI.create(address))
                .callTimeout(Duration.ofSeconds(60))
                .build();
    }

    @Override
    public void work(int workers, Consumer<Order> handler) {
        worker = Worker.of(grape)
                .concurrency(workers)
                .on(tube, (order, job) -> handler.accept(order))
                .start();
    }

    @Override
    public String produce(Order order, Duration delay) throws RefusedException {
        NewJob<Order> job = NewJob.of(order);
        try {
            return grape.produce(tube, delay.isZero() ? job : job.delay(delay)).id();
        } catch (GrapeException e) {
            throw refusedOr(e, 1);
        }
    }

    private static RefusedException refusedOr(GrapeException e, int jobs) {
        if (e.code() != ErrorCode.OVERLOADED) {
            throw e;
        }
        return new RefusedException(jobs, e);
    }

    @Override
    public void produceAll(List<Order> orders) throws RefusedException {
        List<NewJob<Order>> jobs = orders.stream().map(NewJob::of).toList();
        List<GrapeException> failures = grape.produceAll(tube, jobs).stream()
                .map(Result::failure)
                .filter(Objects::nonNull)
                .toList();
        if (!failures.isEmpty()) {
            throw refusedOr(failures.get(0), failures.size());
        }
    }

    @Override
    public boolean cancel(String id) {
        return switch (grape.delete(tube, id)) {
            case DELETED -> true;
            default -> false;
        };
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
        }
        grape.close();
    }
}
