package io.grape.bench.peers;

import com.zaxxer.hikari.HikariDataSource;
import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz with its clustered job store on PostgreSQL, which takes as many triggers at a time as there are threads. */
public final class QuartzClient implements QueueClient {
    private static volatile Consumer<Order> handler = order -> {};

    private final String address;
    private final String queue;
    private @Nullable Scheduler scheduler;

    QuartzClient(String address, String queue) throws Exception {
        this.address = address;
        this.queue = queue;
        try (HikariDataSource database = Database.connect(address)) {
            Database.create(database, "qrtz_triggers", "/org/quartz/impl/jdbcjobstore/tables_postgres.sql");
        }
    }

    /** Quartz creates it by name. */
    public static final class OrderJob implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            handler.accept(Order.fromJson(context.getMergedJobDataMap().getString("order")));
        }
    }

    private synchronized Scheduler scheduler(int workers) throws SchedulerException {
        if (scheduler == null) {
            Properties settings = new Properties();
            settings.putAll(Map.ofEntries(
                    Map.entry("org.quartz.scheduler.instanceName", queue),
                    Map.entry("org.quartz.scheduler.instanceId", "AUTO"),
                    Map.entry("org.quartz.scheduler.skipUpdateCheck", "true"),
                    Map.entry("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(workers)),
                    Map.entry("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool"),
                    Map.entry("org.quartz.threadPool.threadCount", Integer.toString(workers)),
                    Map.entry("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX"),
                    Map.entry(
                            "org.quartz.jobStore.driverDelegateClass",
                            "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate"),
                    Map.entry("org.quartz.jobStore.isClustered", "true"),
                    Map.entry("org.quartz.jobStore.acquireTriggersWithinLock", "true"),
                    Map.entry("org.quartz.jobStore.dataSource", "bench"),
                    Map.entry("org.quartz.dataSource.bench.provider", "hikaricp"),
                    Map.entry("org.quartz.dataSource.bench.driver", "org.postgresql.Driver"),
                    Map.entry("org.quartz.dataSource.bench.URL", address),
                    Map.entry("org.quartz.dataSource.bench.user", "postgres"),
                    Map.entry("org.quartz.dataSource.bench.maxConnections", "40")));
            scheduler = new StdSchedulerFactory(settings).getScheduler();
        }
        return scheduler;
    }

    private Scheduler scheduler() throws SchedulerException {
        return scheduler(16);
    }

    @Override
    public void work(int workers, Consumer<Order> given) throws Exception {
        handler = given;
        scheduler(workers).start();
    }

    private JobDetail job(Order order) {
        return JobBuilder.newJob(OrderJob.class)
                .withIdentity(UUID.randomUUID().toString())
                .usingJobData("order", order.json())
                .build();
    }

    private static Trigger trigger(JobDetail job, Duration delay) {
        return TriggerBuilder.newTrigger()
                .withIdentity(job.getKey().getName())
                .startAt(Date.from(Instant.now().plus(delay)))
                .build();
    }

    @Override
    public String produce(Order order, Duration delay) throws Exception {
        JobDetail job = job(order);
        scheduler().scheduleJob(job, trigger(job, delay));
        return job.getKey().getName();
    }

    @Override
    public void produceAll(List<Order> orders) throws Exception {
        Map<JobDetail, Set<? extends Trigger>> jobs = new HashMap<>();
        for (Order order : orders) {
            JobDetail job = job(order);
            jobs.put(job, Set.of(trigger(job, Duration.ZERO)));
        }
        scheduler().scheduleJobs(jobs, false);
    }

    @Override
    public boolean cancel(String id) throws Exception {
        return scheduler().deleteJob(JobKey.jobKey(id));
    }

    @Override
    public void close() throws IOException {
        try {
            if (scheduler != null) {
                scheduler.shutdown(false);
            }
        } catch (SchedulerException e) {
            throw new IOException(e);
        }
    }
}
