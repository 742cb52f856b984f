package io.grape.bench.peers;

import com.zaxxer.hikari.HikariDataSource;
import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.JobNotFoundException;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/** JobRunr on PostgreSQL with its default settings: it polls every 5 s, and keeps jobs that succeeded for 36 hours. */
public final class JobRunrClient implements QueueClient {
    private static volatile Consumer<Order> handler = order -> {};

    private final HikariDataSource database;
    private final StorageProvider storage;
    private final JobScheduler scheduler;

    JobRunrClient(String address, String queue) {
        database = Database.connect(address);
        storage = new PostgresStorageProvider(database);
        scheduler = JobRunr.configure().useStorageProvider(storage).initialize().getJobScheduler();
    }

    /** JobRunr calls it by name. */
    public static void handle(long order, String note) {
        handler.accept(new Order(order, note));
    }

    @Override
    public void work(int workers, Consumer<Order> given) {
        handler = given;
        JobRunr.configure()
                .useStorageProvider(storage)
                .useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(workers))
                .initialize();
    }

    @Override
    public String produce(Order order, Duration delay) {
        long number = order.order();
        String note = order.note();
        UUID id = delay.isZero()
                ? scheduler.enqueue(() -> JobRunrClient.handle(number, note)).asUUID()
                : scheduler
                        .schedule(Instant.now().plus(delay), () -> JobRunrClient.handle(number, note))
                        .asUUID();
        return id.toString();
    }

    @Override
    public void produceAll(List<Order> orders) {
        String note = orders.get(0).note();
        scheduler.enqueue(orders.stream().map(Order::order), number -> JobRunrClient.handle(number, note));
    }

    @Override
    public boolean cancel(String id) {
        try {
            scheduler.delete(UUID.fromString(id));
            return true;
        } catch (JobNotFoundException e) {
            return false;
        }
    }

    @Override
    public void close() {
        JobRunr.destroy();
        database.close();
    }
}
