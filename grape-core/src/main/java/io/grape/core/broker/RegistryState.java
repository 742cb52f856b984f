package io.grape.core.broker;

import io.grape.core.TubeName;
import java.util.Set;

/**
 * The response to a heartbeat.
 *
 * @param adopted tubes taken over from dead brokers, now announced by this one
 * @param announced how many tubes this broker has announced, by Redis's count: lower than its own if Redis lost some
 * @param registry grows with every creation or removal of a tube
 */
public record RegistryState(Set<TubeName> adopted, long announced, String registry) {
    public RegistryState {
        adopted = Set.copyOf(adopted);
    }
}
