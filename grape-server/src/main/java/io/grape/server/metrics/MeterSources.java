package io.grape.server.metrics;

import io.grape.core.TubeName;
import io.grape.core.tube.Tubes;
import java.time.Duration;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * What the gauges read.
 *
 * @param keys which keys have the most jobs
 * @param known the tubes there are
 * @param parked how many consumers wait
 * @param loopAge how long ago the discovery loop last got through
 */
public record MeterSources(
        Tubes tubes,
        KeySnapshots keys,
        Supplier<Set<TubeName>> known,
        IntSupplier parked,
        Supplier<Duration> loopAge) {}
