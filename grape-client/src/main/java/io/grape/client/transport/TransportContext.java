package io.grape.client.transport;

import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Shared by all calls of a client.
 *
 * @param present the workers whose presence a broker has confirmed
 */
record TransportContext(
        HttpWire wire,
        Brokers brokers,
        RetryBudget budget,
        Backoff backoff,
        Threads threads,
        LongSupplier clock,
        EventPublisher events,
        InFlightCalls inFlight,
        NameLookups lookups,
        ConcurrencyLimit limit,
        ConcurrencyLimit limitOfUrgent,
        Set<String> present) {
    ConcurrencyLimit limit(Traffic traffic) {
        return traffic.isUrgent() ? limitOfUrgent : limit;
    }
}
