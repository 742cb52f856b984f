package io.grape.core.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a kept job finished.
 *
 * @param ran from its last delivery to its finish
 * @param hasPayload whether its payload and its headers are kept
 * @param resultType the content type of its result, null if it has none
 * @param resultBytes the size of its result
 */
public record Outcome(
        Instant finishedAt,
        Duration ran,
        boolean hasPayload,
        @Nullable String resultType,
        int resultBytes) {}
