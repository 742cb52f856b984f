package io.grape.core.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a job says about later produces of its id, as a look at it shows it. A delivery does not tell it.
 *
 * @param dedup how long its id is remembered after its end; null = as the tube says
 * @param debounceUntil when it is due at the latest, however often debounced produces put it off; null = no limit
 */
public record IdReuse(@Nullable Duration dedup, @Nullable Instant debounceUntil) {
    public static final IdReuse NONE = new IdReuse(null, null);
}
