package io.grape.core.broker;

import java.time.Instant;

/**
 * What a broker says of itself.
 *
 * @param isSelf whether it is the one that asks
 * @param isAlive false when it has not said that it is for long
 * @param heartbeat when it last said that it is alive, or if that is forgotten, when it said this
 */
public record BrokerInfo(String broker, boolean isSelf, boolean isAlive, Instant heartbeat, String about) {}
