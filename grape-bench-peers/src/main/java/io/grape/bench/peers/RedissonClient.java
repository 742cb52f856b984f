package io.grape.bench.peers;

import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.client.codec.Codec;
import org.redisson.codec.TypedJsonJacksonCodec;
import org.redisson.config.Config;

/**
 * Redisson's {@code RDelayedQueue} before an {@code RBlockingQueue}, with JSON. There is no acknowledgement: a job is gone once a worker
 * has taken it. Jobs that are due at once go into the blocking queue directly.
 *
 * <p>Redisson has deprecated this queue, and many applications use it.
 */
@SuppressWarnings("deprecation")
final class RedissonClient implements QueueClient {
    private final org.redisson.api.RedissonClient redisson;
    private final RBlockingQueue<Order> ready;
    private final RDelayedQueue<Order> delayed;
    private final WorkerThreads threads = new WorkerThreads();

    RedissonClient(String address, String queue) {
        Config config = new Config();
        config.useSingleServer().setAddress(address);
        redisson = Redisson.create(config);
        Codec codec = new TypedJsonJacksonCodec(Order.class);
        ready = redisson.getBlockingQueue(queue, codec);
        delayed = redisson.getDelayedQueue(ready);
    }

    @Override
    public void work(int workers, Consumer<Order> handler) throws Exception {
        threads.start(workers, () -> () -> {
            Order order = ready.poll(5, TimeUnit.SECONDS);
            if (order != null) {
                handler.accept(order);
            }
        });
    }

    @Override
    public String produce(Order order, Duration delay) {
        if (delay.isZero()) {
            ready.add(order);
        } else {
            delayed.offer(order, delay.toMillis(), TimeUnit.MILLISECONDS);
        }
        return order.json();
    }

    @Override
    public void produceAll(List<Order> orders) {
        ready.addAll(orders);
    }

    /** Redisson finds a job by its payload only, by reading the whole queue inside Redis. */
    @Override
    public boolean cancel(String id) {
        return delayed.remove(Order.fromJson(id));
    }

    @Override
    public void close() {
        threads.end();
        delayed.destroy();
        redisson.shutdown();
    }
}
