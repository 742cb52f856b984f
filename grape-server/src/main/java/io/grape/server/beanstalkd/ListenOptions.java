package io.grape.server.beanstalkd;

import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.admission.ReadShedding;
import io.grape.server.tcp.ServedCertificate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where to listen, to whom, and how much to take on.
 *
 * @param port 0 = a free one
 * @param tls null = plain text
 * @param token name or id of the token whose rights all callers have; null = they may do everything
 * @param maxPayload bytes of the longest payload that is taken
 * @param connections how many are open at a time
 * @param proxies that have no bound of their own
 * @param inFlight how much of it one caller may take, at all ports together
 * @param time how long a body may take to come, and a response to be taken, beside a second for each 32 KiB of it
 * @param shedding of what is read too late
 */
public record ListenOptions(
        String host,
        int port,
        @Nullable ServedCertificate tls,
        @Nullable String token,
        int maxPayload,
        int connections,
        TrustedProxies proxies,
        InFlightLimits inFlight,
        MemoryBudgets memory,
        Duration time,
        ReadShedding shedding) {}
