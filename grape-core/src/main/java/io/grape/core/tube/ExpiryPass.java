package io.grape.core.tube;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of a migration run.
 *
 * @param expired how many leases it ended
 * @param next the time until the next lease expires, zero if there is more to do now, null if none is held
 */
public record ExpiryPass(int expired, @Nullable Duration next) {}
