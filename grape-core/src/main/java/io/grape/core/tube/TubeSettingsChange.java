package io.grape.core.tube;

import io.grape.core.Limits;
import io.grape.core.key.KeySettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A change of settings.
 *
 * @param ttr null = as it was
 * @param maxAttempts null = as it was
 * @param limits null = as they were
 * @param keys null = as they were
 * @param retry null = as it was
 * @param dedup null = as it was
 * @param keep of what is kept of finished jobs
 * @param expire null = as it was
 * @param expireTo null = as it was
 * @param latenessTarget null = as it was
 * @param rev the expected revision, or the change fails with WRONG_STATE; null = any
 */
public record TubeSettingsChange(
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable TubeLimits limits,
        @Nullable KeySettings keys,
        @Nullable RetrySettings retry,
        @Nullable Duration dedup,
        KeepChange keep,
        @Nullable Duration expire,
        @Nullable ExpireTo expireTo,
        @Nullable Duration latenessTarget,
        @Nullable Long rev) {
    public TubeSettingsChange {
        if (ttr != null) {
            Limits.checkedTtr("ttrMs", ttr);
        }
        if (maxAttempts != null) {
            Limits.checkedAttempts(maxAttempts);
        }
        if (dedup != null) {
            Limits.checkedDedupOfTube(dedup);
        }
        if (expire != null) {
            Limits.checkedExpiryOfTube(expire);
        }
        if (latenessTarget != null) {
            Limits.checkedLatenessTarget(latenessTarget);
        }
    }

    /** A change that leaves what is kept of finished jobs, how jobs expire and the lateness target as they were. */
    public TubeSettingsChange(
            @Nullable Duration ttr,
            @Nullable Integer maxAttempts,
            @Nullable TubeLimits limits,
            @Nullable KeySettings keys,
            @Nullable RetrySettings retry,
            @Nullable Duration dedup,
            @Nullable Long rev) {
        this(ttr, maxAttempts, limits, keys, retry, dedup, KeepChange.NONE, null, null, null, rev);
    }

    /** A change of any revision that concerns nothing else. */
    public TubeSettingsChange(@Nullable Duration ttr, @Nullable Integer maxAttempts) {
        this(ttr, maxAttempts, null, null);
    }

    /** A change that concerns nothing else. */
    public TubeSettingsChange(
            @Nullable Duration ttr, @Nullable Integer maxAttempts, @Nullable TubeLimits limits, @Nullable Long rev) {
        this(ttr, maxAttempts, limits, null, null, null, rev);
    }

    /** A change of any revision that concerns the keys alone. */
    public static TubeSettingsChange of(KeySettings keys) {
        return new TubeSettingsChange(null, null, null, keys, null, null, null);
    }

    /** A change of any revision that concerns the delay of retries alone. */
    public static TubeSettingsChange of(RetrySettings retry) {
        return new TubeSettingsChange(null, null, null, null, retry, null, null);
    }

    /** A change of any revision that concerns the dedup window alone; zero switches it off. */
    public static TubeSettingsChange ofDedup(Duration dedup) {
        return new TubeSettingsChange(null, null, null, null, null, dedup, null);
    }

    /** A change of any revision that concerns the time in which jobs are to be begun alone; zero switches it off. */
    public static TubeSettingsChange ofExpiry(Duration expire, ExpireTo expireTo) {
        return new TubeSettingsChange(
                null, null, null, null, null, null, KeepChange.NONE, expire, expireTo, null, null);
    }

    /** A change of any revision that concerns what is kept of finished jobs alone. */
    public static TubeSettingsChange of(KeepChange keep) {
        return new TubeSettingsChange(null, null, null, null, null, null, keep, null, null, null, null);
    }

    /** A change of any revision that concerns the lateness target alone; zero takes it away. */
    public static TubeSettingsChange ofLatenessTarget(Duration target) {
        return new TubeSettingsChange(null, null, null, null, null, null, KeepChange.NONE, null, null, target, null);
    }
}
