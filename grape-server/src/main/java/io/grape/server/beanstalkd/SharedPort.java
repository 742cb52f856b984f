package io.grape.server.beanstalkd;

import java.util.function.BooleanSupplier;

/**
 * What all connections of a port share.
 *
 * @param maxTubes how many tubes that are there one principal may have made
 */
record SharedPort(ListenOptions options, BrokerStats stats, int maxTubes, BooleanSupplier draining) {}
