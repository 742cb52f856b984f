package io.grape.core.tube;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a migration run did.
 *
 * @param expired how many leases it ended
 * @param next how long until the next lease runs out, zero when there is more to do now, null when none is held
 */
public record ExpiryPass(int expired, @Nullable Duration next) {}
