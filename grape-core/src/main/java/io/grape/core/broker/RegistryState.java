package io.grape.core.broker;

import io.grape.core.TubeName;
import java.util.Set;

/**
 * The response to a heartbeat.
 *
 * @param adopted tubes taken over from dead brokers, now announced by this one
 * @param announced how many tubes this broker has announced, as Redis has it: fewer than it knows of when Redis lost some
 * @param registry grows with every tube made or removed
 */
public record RegistryState(Set<TubeName> adopted, long announced, String registry) {
    public RegistryState {
        adopted = Set.copyOf(adopted);
    }
}
