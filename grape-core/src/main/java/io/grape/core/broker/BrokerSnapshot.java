package io.grape.core.broker;

import java.time.Instant;
import java.util.List;

/**
 * The brokers at one moment.
 *
 * @param now Redis's time
 */
public record BrokerSnapshot(Instant now, List<BrokerInfo> brokers) {
    public BrokerSnapshot {
        brokers = List.copyOf(brokers);
    }
}
