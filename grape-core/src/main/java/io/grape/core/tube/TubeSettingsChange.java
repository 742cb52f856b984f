package io.grape.core.tube;

import io.grape.core.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A change of settings.
 *
 * @param ttr null = as it was
 * @param maxAttempts null = as it was
 * @param limits null = as they were
 * @param rev the expected revision, or the change fails with WRONG_STATE; null = any
 */
public record TubeSettingsChange(
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable TubeLimits limits,
        @Nullable Long rev) {
    public TubeSettingsChange {
        if (ttr != null) {
            Limits.checkedTtr("ttrMs", ttr);
        }
        if (maxAttempts != null) {
            Limits.checkedAttempts(maxAttempts);
        }
    }

    /** A change of any revision, but for the limits. */
    public TubeSettingsChange(@Nullable Duration ttr, @Nullable Integer maxAttempts) {
        this(ttr, maxAttempts, null, null);
    }
}
