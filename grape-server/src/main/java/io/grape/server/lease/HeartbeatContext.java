package io.grape.server.lease;

import io.grape.core.broker.BrokerRegistry;
import io.grape.core.tube.Tubes;

/** What the loop asks, and whom it tells. */
public record HeartbeatContext(
        Tubes tubes, BrokerRegistry brokers, TubeOwnership ownership, LeaseExpiryTimers timers, OutageLog outage) {}
