package io.grape.core.migration;

import io.grape.core.JobId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job of another store.
 *
 * @param at when it is due, or since when it is failed
 * @param executions how often it ran there
 * @param reason why it failed, null = it waits
 */
@SuppressWarnings("ArrayRecordComponent")
public record AdoptedJob(
        JobId id,
        Instant at,
        Duration ttr,
        long executions,
        @Nullable String reason,
        byte[] payload) {}
