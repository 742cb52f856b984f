package io.grape.server.app;

import io.grape.core.broker.BrokerRegistry;
import io.grape.core.overload.WorkClass;
import io.grape.server.beanstalkd.Usage;
import io.grape.server.lease.RegistryHeartbeat;
import io.grape.server.parking.ParkedConsumers;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What this broker says of itself: the fields of {@code GET /v1/brokers}, as JSON. */
final class BrokerStatus {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private static final String READS = String.join(
            " ",
            BrokerRegistry.ANY_ID,
            BrokerRegistry.LAYOUT_2,
            BrokerRegistry.LAYOUT_3,
            BrokerRegistry.LAYOUT_4,
            BrokerRegistry.SCHEDULES,
            BrokerRegistry.OPERATION_TAGS,
            BrokerRegistry.OPERATION_MOVE);

    private final Listeners http;
    private final BeanstalkdListener beanstalkd;
    private final ParkedConsumers parked;
    private final RegistryHeartbeat discovery;
    private final Supplier<Map<WorkClass, Long>> shed;
    private volatile Instant startedAt = Instant.EPOCH;
    private long requests;
    private long commands;
    private Map<WorkClass, Long> allShed = Map.of();
    private long askedAt = System.nanoTime();

    /**
     * Says nothing yet.
     *
     * @param shed how many calls of each class this broker has shed
     */
    BrokerStatus(
            Listeners http,
            BeanstalkdListener beanstalkd,
            ParkedConsumers parked,
            RegistryHeartbeat discovery,
            Supplier<Map<WorkClass, Long>> shed) {
        this.http = http;
        this.beanstalkd = beanstalkd;
        this.parked = parked;
        this.discovery = discovery;
        this.shed = shed;
    }

    /** Since when it is there, by Redis's clock. */
    void startedAt(Instant instant) {
        startedAt = instant;
    }

    /**
     * What is so now.
     *
     * @param redis how long a call to Redis took
     */
    synchronized String json(Duration redis) {
        long now = System.nanoTime();
        double seconds = Math.max(1, (now - askedAt) / (double) TimeUnit.SECONDS.toNanos(1));
        long moreRequests = http.requests() - requests;
        requests += moreRequests;
        long moreCommands = beanstalkd.usage().allCommands() - commands;
        commands += moreCommands;
        askedAt = now;
        return new JsonObject()
                .put("version", Version.TEXT)
                .put(BrokerRegistry.READS, READS)
                .put("host", host())
                .put("httpPort", http.httpPort())
                .put("consolePort", http.consolePort())
                .put("beanstalkdPort", beanstalkd.port())
                .put("startedAt", MILLIS.format(startedAt))
                .put("parked", parked.count())
                .put("connections", http.connections())
                .put("loopAgeMs", discovery.sinceSuccess().toMillis())
                .put("requestsPerSecond", rate(moreRequests, seconds))
                .put("shedPerSecond", shedPerSecond(seconds))
                .put("redisMs", Math.round(redis.toNanos() / 10_000.0) / 100.0)
                .put("beanstalkd", ofBeanstalkd(rate(moreCommands, seconds)))
                .encode();
    }

    private JsonObject shedPerSecond(double seconds) {
        JsonObject rates = new JsonObject();
        Map<WorkClass, Long> all = shed.get();
        all.forEach((workClass, count) ->
                rates.put(workClass.wireName(), rate(count - allShed.getOrDefault(workClass, 0L), seconds)));
        allShed = all;
        return rates;
    }

    private JsonObject ofBeanstalkd(double commandsPerSecond) {
        Usage usage = beanstalkd.usage();
        return new JsonObject()
                .put("connections", usage.connections())
                .put("reservations", usage.reservations())
                .put("waiting", usage.waiting())
                .put("commandsPerSecond", commandsPerSecond);
    }

    private static double rate(long more, double seconds) {
        return Math.round(more / seconds * 100) / 100.0;
    }

    /** The name of this machine, as its runtime knows it. */
    private static String host() {
        String process = ManagementFactory.getRuntimeMXBean().getName();
        return process.substring(process.indexOf('@') + 1);
    }
}
