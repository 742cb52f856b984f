package io.grape.server.beanstalkd;

import io.grape.core.OncePerInterval;
import java.util.function.BooleanSupplier;

/**
 * What all connections of a port share.
 *
 * @param maxTubes how many tubes that are there one principal may have made
 * @param httpSeen limits the warnings about connections that send HTTP
 */
record SharedPort(
        ListenOptions options, BrokerStats stats, int maxTubes, BooleanSupplier draining, OncePerInterval httpSeen) {}
