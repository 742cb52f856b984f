package io.grape.core.tube;

import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.catalog.TubeFields.KEYS;
import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.catalog.TubeFields.LIMITS;
import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.RETRY;
import static io.grape.catalog.TubeFields.SETTINGS;
import static io.grape.catalog.TubeFields.TTR;

import io.grape.catalog.Field;
import io.grape.catalog.TubeFields;
import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import io.grape.core.key.KeySettings;
import java.time.Duration;

/**
 * The settings of a tube, as {@link TubeFields} declares them. {@link #get} returns any of them; settings that the core itself reads
 * have a method.
 *
 * @param values within their bounds; an absent setting has its default
 */
public record TubeSettings(Values values) {
    public static final TubeSettings DEFAULT = new TubeSettings(Values.NONE);
    /** The settings of tubes that Grape 1.3 clients create. */
    public static final TubeSettings ENDLESS = DEFAULT.with(MAX_ATTEMPTS, 0);

    public TubeSettings {
        values = SETTINGS.normalized(SETTINGS.validated(values, "", GrapeException::badValue));
    }

    public <T> T get(Field<T> setting) {
        return values.get(setting);
    }

    public Duration ttr() {
        return get(TTR);
    }

    public int maxAttempts() {
        return get(MAX_ATTEMPTS);
    }

    public TubeLimits limits() {
        return TubeLimits.of(get(LIMITS));
    }

    public KeySettings keys() {
        return KeySettings.of(get(KEYS));
    }

    public RetrySettings retry() {
        return RetrySettings.of(get(RETRY));
    }

    public ExpireTo expireTo() {
        return ExpireTo.parse(get(EXPIRE_TO));
    }

    public Duration latenessTarget() {
        return get(LATENESS_TARGET);
    }

    public <T> TubeSettings with(Field<T> setting, T value) {
        return new TubeSettings(values.with(setting, value));
    }

    public TubeSettings with(TubeLimits limits) {
        return with(LIMITS, limits.values());
    }

    public TubeSettings with(KeySettings keys) {
        return with(KEYS, keys.values());
    }

    public TubeSettings with(RetrySettings retry) {
        return with(RETRY, retry.values());
    }

    /** Returns these settings after a change. */
    public TubeSettings with(TubeSettingsChange change) {
        return new TubeSettings(values.with(change.values()));
    }

    /** Returns a change that replaces every setting of a tube by these. */
    public TubeSettingsChange asChange() {
        return new TubeSettingsChange(SETTINGS.completed(values), null);
    }
}
