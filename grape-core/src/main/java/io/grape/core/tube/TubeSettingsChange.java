package io.grape.core.tube;

import io.grape.core.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which settings to change.
 *
 * @param ttr null = as it was
 * @param maxAttempts null = as they were
 */
public record TubeSettingsChange(
        @Nullable Duration ttr, @Nullable Integer maxAttempts) {
    public TubeSettingsChange {
        if (ttr != null) {
            Limits.checkedTtr("ttrMs", ttr);
        }
        if (maxAttempts != null) {
            Limits.checkedAttempts(maxAttempts);
        }
    }
}
