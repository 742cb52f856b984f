package io.grape.core.tube;

import io.grape.core.Limits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pause: the tube delivers nothing.
 *
 * @param until null = until someone resumes it
 */
public record Pause(@Nullable Instant until, String reason) {
    public Pause {
        Limits.checkedReason(reason);
    }
}
