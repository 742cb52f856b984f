package io.grape.client.transport;

import java.util.function.LongSupplier;

/** What the calls of a client share. */
record TransportContext(
        HttpWire wire,
        Brokers brokers,
        RetryBudget budget,
        Backoff backoff,
        Threads threads,
        LongSupplier clock,
        EventPublisher events,
        InFlightCalls inFlight,
        ConcurrencyLimit limit) {}
