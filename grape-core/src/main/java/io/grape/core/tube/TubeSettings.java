package io.grape.core.tube;

import io.grape.core.Limits;
import io.grape.core.key.KeySettings;
import java.time.Duration;

/**
 * The defaults for the jobs of a tube, its limits, how its keys share it, and when its jobs are tried again.
 *
 * @param ttr time to run, 1 s to 2^32-1 s
 * @param maxAttempts deliveries before a job fails, 0 = no limit
 */
public record TubeSettings(Duration ttr, int maxAttempts, TubeLimits limits, KeySettings keys, RetrySettings retry) {
    public static final TubeSettings DEFAULT = new TubeSettings(Duration.ofSeconds(60), 20);
    /** The settings of tubes that Grape 1.3 clients create. */
    public static final TubeSettings ENDLESS = new TubeSettings(Duration.ofSeconds(60), 0);

    public TubeSettings {
        Limits.checkedTtr("ttrMs", ttr);
        Limits.checkedAttempts(maxAttempts);
    }

    /** Settings without limits and keys. */
    public TubeSettings(Duration ttr, int maxAttempts) {
        this(ttr, maxAttempts, TubeLimits.NONE);
    }

    /** Settings without keys. */
    public TubeSettings(Duration ttr, int maxAttempts, TubeLimits limits) {
        this(ttr, maxAttempts, limits, KeySettings.OFF);
    }

    /** Settings with which a job is tried again at once. */
    public TubeSettings(Duration ttr, int maxAttempts, TubeLimits limits, KeySettings keys) {
        this(ttr, maxAttempts, limits, keys, RetrySettings.NONE);
    }

    /** A change to these settings. */
    public TubeSettingsChange asChange() {
        return new TubeSettingsChange(ttr, maxAttempts, limits, keys, retry, null);
    }
}
