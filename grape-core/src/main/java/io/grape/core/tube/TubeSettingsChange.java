package io.grape.core.tube;

import io.grape.core.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which settings to change.
 *
 * @param ttr null = as it was
 * @param maxAttempts null = as they were
 * @param rev which they must have until then, or the change fails with WRONG_STATE; null = any
 */
public record TubeSettingsChange(
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable Long rev) {
    public TubeSettingsChange {
        if (ttr != null) {
            Limits.checkedTtr("ttrMs", ttr);
        }
        if (maxAttempts != null) {
            Limits.checkedAttempts(maxAttempts);
        }
    }

    /** A change of whatever there is. */
    public TubeSettingsChange(@Nullable Duration ttr, @Nullable Integer maxAttempts) {
        this(ttr, maxAttempts, null);
    }
}
