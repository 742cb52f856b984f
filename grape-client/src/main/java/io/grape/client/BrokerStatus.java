package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A broker, as it said of itself within the last seconds.
 *
 * @param isAlive false if it died in the last ten minutes
 * @param heartbeatAt when it said so
 * @param host the name of its machine
 * @param httpPort its port, -1 = none is open
 * @param parked consumers that wait at this broker
 * @param requestsPerSecond over the last seconds
 * @param shedPerSecond calls that it shed, by their class
 * @param redis how long a call to Redis took; null if that is not known
 */
public record BrokerStatus(
        String id,
        boolean isAlive,
        @Nullable Instant heartbeatAt,
        String version,
        String host,
        int httpPort,
        @Nullable Instant startedAt,
        long parked,
        long connections,
        double requestsPerSecond,
        Map<String, Double> shedPerSecond,
        @Nullable Duration redis) {}
