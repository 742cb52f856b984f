package io.grape.core.tube;

import io.grape.core.Limits;
import io.grape.core.key.KeySettings;
import java.time.Duration;

/**
 * The defaults for the jobs of a tube, its limits, how its keys share it, when its jobs are tried again, how long their
 * ids are remembered, what is kept of them once they have finished, what becomes of those that are not begun in time, and how
 * long they should wait at most.
 *
 * @param ttr time to run, 1 s to 2^32-1 s
 * @param maxAttempts deliveries before a job fails, 0 = no limit
 * @param dedup how long the id of a job that finished or was dropped is remembered, 1 s to 7 days, zero = it is not
 * @param keep what is kept of finished jobs
 * @param expire the time from its produce in which a job is to be begun, 1 ms to 2^32-1 s, zero = none
 * @param expireTo what becomes of those that are not, whether the tube or they set that time
 * @param latenessTarget how long a due job should wait at most, 1 ms to 1 day, zero = nobody says. It is only watched
 */
public record TubeSettings(
        Duration ttr,
        int maxAttempts,
        TubeLimits limits,
        KeySettings keys,
        RetrySettings retry,
        Duration dedup,
        KeepSettings keep,
        Duration expire,
        ExpireTo expireTo,
        Duration latenessTarget) {
    public static final TubeSettings DEFAULT = new TubeSettings(Duration.ofSeconds(60), 20);
    /** The settings of tubes that Grape 1.3 clients create. */
    public static final TubeSettings ENDLESS = new TubeSettings(Duration.ofSeconds(60), 0);

    public TubeSettings {
        Limits.checkedTtr("ttrMs", ttr);
        Limits.checkedAttempts(maxAttempts);
        Limits.checkedDedupOfTube(dedup);
        Limits.checkedExpiryOfTube(expire);
        Limits.checkedLatenessTarget(latenessTarget);
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

    /** Settings with which no id is remembered. */
    public TubeSettings(Duration ttr, int maxAttempts, TubeLimits limits, KeySettings keys, RetrySettings retry) {
        this(ttr, maxAttempts, limits, keys, retry, Duration.ZERO);
    }

    /** Settings with which no finished job is kept, none expires that does not say so, and there is no lateness target. */
    public TubeSettings(
            Duration ttr, int maxAttempts, TubeLimits limits, KeySettings keys, RetrySettings retry, Duration dedup) {
        this(
                ttr,
                maxAttempts,
                limits,
                keys,
                retry,
                dedup,
                KeepSettings.NONE,
                Duration.ZERO,
                ExpireTo.DROP,
                Duration.ZERO);
    }

    /** A change to these settings. */
    public TubeSettingsChange asChange() {
        return new TubeSettingsChange(
                ttr,
                maxAttempts,
                limits,
                keys,
                retry,
                dedup,
                KeepChange.of(keep),
                expire,
                expireTo,
                latenessTarget,
                null);
    }
}
