package io.grape.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a key of a tube.
 *
 * @param inEffect its override, filled up with the weight of a produce and the tube's settings
 * @param isOverridden true if it has an override
 * @param producedWeight the last weight that a produce named for it, null if none did; the weight of an override goes
 *     before it
 * @param waiting its delayed and ready jobs
 * @param held its leases
 * @param oldestReady how long its first ready job has been due; null if none is ready
 */
public record KeyStatus(
        String key,
        KeyOverride inEffect,
        boolean isOverridden,
        @Nullable Double producedWeight,
        long waiting,
        long held,
        @Nullable Duration oldestReady) {}
