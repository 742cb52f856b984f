package io.grape.bench.sdk;

import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Grape through its Java SDK with default settings. Each process has a tube of its own. */
final class SdkClient implements QueueClient {
    private final Tube<Order> tube =
            Tube.of("sdk-" + ProcessHandle.current().pid(), Order.class);
    private final Grape grape;
    private @Nullable Worker worker;

    SdkClient(String address) {
        grape = Grape.connect(address);
    }

    @Override
    public void work(int workers, Consumer<Order> handler) {
        worker = Worker.of(grape)
                .concurrency(workers)
                .on(tube, (order, job) -> handler.accept(order))
                .start();
    }

    @Override
    public void produce(Order order, Duration delay) {
        NewJob<Order> job = NewJob.of(order);
        grape.produce(tube, delay.isZero() ? job : job.delay(delay));
    }

    @Override
    public void produceAll(List<Order> orders) {
        List<NewJob<Order>> jobs = orders.stream().map(NewJob::of).toList();
        // A result without a job throws.
        grape.produceAll(tube, jobs).forEach(result -> result.get());
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
        }
        grape.close();
    }
}
