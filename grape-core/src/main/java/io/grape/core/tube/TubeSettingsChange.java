package io.grape.core.tube;

import static io.grape.catalog.TubeFields.KEYS;
import static io.grape.catalog.TubeFields.LIMITS;
import static io.grape.catalog.TubeFields.RETRY;
import static io.grape.catalog.TubeFields.SETTINGS;

import io.grape.catalog.Field;
import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import io.grape.core.key.KeySettings;
import org.jspecify.annotations.Nullable;

/**
 * A change of settings. An absent setting stays as it is; a setting that is switched off has the value that means off, for example
 * {@link java.time.Duration#ZERO}.
 *
 * @param values within their bounds
 * @param rev the expected revision, or the change fails with WRONG_STATE; null = any
 */
public record TubeSettingsChange(Values values, @Nullable Long rev) {
    /** Changes nothing. */
    public static final TubeSettingsChange NONE = new TubeSettingsChange(Values.NONE, null);

    public TubeSettingsChange {
        values = SETTINGS.validated(values, "", GrapeException::badValue);
    }

    public static <T> TubeSettingsChange of(Field<T> setting, T value) {
        return NONE.and(setting, value);
    }

    public static TubeSettingsChange of(TubeLimits limits) {
        return of(LIMITS, limits.values());
    }

    public static TubeSettingsChange of(KeySettings keys) {
        return of(KEYS, keys.values());
    }

    public static TubeSettingsChange of(RetrySettings retry) {
        return of(RETRY, retry.values());
    }

    public <T> TubeSettingsChange and(Field<T> setting, T value) {
        return new TubeSettingsChange(values.with(setting, value), rev);
    }

    /** Returns the same change for one revision of the tube; null = any. */
    public TubeSettingsChange ifRev(@Nullable Long expected) {
        return new TubeSettingsChange(values, expected);
    }
}
