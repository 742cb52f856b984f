package io.grape.server.app;

import io.grape.core.broker.BrokerRegistry;
import io.grape.server.lease.RegistryHeartbeat;
import io.grape.server.parking.ParkedConsumers;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** What this broker says of itself: the fields of {@code GET /v1/brokers}, as JSON. */
final class BrokerStatus {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private final LongSupplier requestsSofar;
    private final IntSupplier connections;
    private final ParkedConsumers parked;
    private final RegistryHeartbeat discovery;
    private volatile Instant startedAt = Instant.EPOCH;
    private long requests;
    private long askedAt = System.nanoTime();

    /** With how many requests have come, and how many connections are open. */
    BrokerStatus(LongSupplier requests, IntSupplier connections, ParkedConsumers parked, RegistryHeartbeat discovery) {
        this.requestsSofar = requests;
        this.connections = connections;
        this.parked = parked;
        this.discovery = discovery;
    }

    /** Since when it is there, by Redis's clock. */
    void startedAt(Instant instant) {
        startedAt = instant;
    }

    /**
     * What is so now.
     *
     * @param httpPort -1 = none
     * @param consolePort -1 = none
     * @param redis how long a call to Redis took
     */
    synchronized String json(int httpPort, int consolePort, Duration redis) {
        long now = System.nanoTime();
        double seconds = Math.max(1, (now - askedAt) / (double) TimeUnit.SECONDS.toNanos(1));
        long more = requestsSofar.getAsLong() - requests;
        requests += more;
        askedAt = now;
        return new JsonObject()
                .put("version", Version.TEXT)
                .put(BrokerRegistry.READS, BrokerRegistry.ANY_ID)
                .put("host", host())
                .put("httpPort", httpPort)
                .put("consolePort", consolePort)
                .put("startedAt", MILLIS.format(startedAt))
                .put("parked", parked.count())
                .put("connections", connections.getAsInt())
                .put("loopAgeMs", discovery.sinceSuccess().toMillis())
                .put("requestsPerSecond", Math.round(more / seconds * 100) / 100.0)
                .put("redisMs", Math.round(redis.toNanos() / 10_000.0) / 100.0)
                .encode();
    }

    /** The name of this machine, as its runtime knows it. */
    private static String host() {
        String process = ManagementFactory.getRuntimeMXBean().getName();
        return process.substring(process.indexOf('@') + 1);
    }
}
