package io.grape.core.broker;

import java.time.Instant;

/**
 * A broker's information about itself.
 *
 * @param isSelf whether it is the caller
 * @param isAlive false if its last heartbeat is too old
 * @param heartbeat its last heartbeat; if that is forgotten, the time of this information
 */
public record BrokerInfo(String broker, boolean isSelf, boolean isAlive, Instant heartbeat, String about) {}
