package io.grape.bench.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.serializer.JacksonSerializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler on PostgreSQL with the polling that its documentation gives for a high throughput: lock-and-fetch, here every 100 ms, and
 * again as soon as half of the threads are free.
 */
final class DbSchedulerClient implements QueueClient {
    private static final Duration POLL = Duration.ofMillis(100);

    private final HikariDataSource database;
    private final String queue;
    private final SchedulerClient client;
    private @Nullable Scheduler scheduler;

    DbSchedulerClient(String address, String queue) throws Exception {
        this.queue = queue;
        database = Database.connect(address);
        Database.create(database, "scheduled_tasks", "db-scheduler.sql");
        client = SchedulerClient.Builder.create(database, task(order -> {}))
                .serializer(new JacksonSerializer())
                .build();
    }

    private OneTimeTask<Order> task(Consumer<Order> handler) {
        return Tasks.oneTime(queue, Order.class).execute((instance, context) -> handler.accept(instance.getData()));
    }

    @Override
    public void work(int workers, Consumer<Order> handler) {
        scheduler = Scheduler.create(database, task(handler))
                .serializer(new JacksonSerializer())
                .threads(workers)
                .pollingInterval(POLL)
                .pollUsingLockAndFetch(0.5, 4.0)
                .build();
        scheduler.start();
    }

    private TaskInstance<Order> instance(Order order) {
        return new TaskInstance<>(queue, UUID.randomUUID().toString(), order);
    }

    @Override
    public String produce(Order order, Duration delay) {
        TaskInstance<Order> instance = instance(order);
        client.scheduleIfNotExists(instance, Instant.now().plus(delay));
        return instance.getId();
    }

    @Override
    public void produceAll(List<Order> orders) {
        client.scheduleBatch(
                orders.stream().<TaskInstance<?>>map(this::instance).toList(), Instant.now());
    }

    @Override
    public boolean cancel(String id) {
        try {
            client.cancel(TaskInstanceId.of(queue, id));
            return true;
        } catch (TaskInstanceNotFoundException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (scheduler != null) {
            scheduler.stop();
        }
        database.close();
    }
}
