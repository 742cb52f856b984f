package io.grape.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The defaults for the jobs of a tube, its limits, how its keys share it, when its jobs are tried again, how long their ids
 * are remembered, what is kept of them once they have finished, what becomes of those that are not begun in time, and how long
 * they should wait at most.
 *
 * @param ttr how long a lease lasts; 60 s in a new tube. Null leaves it as it is; never null in a {@link TubeStatus}
 * @param maxAttempts deliveries before a job fails, 0 = no limit; 20 in a new tube. Null leaves it as it is; never null in a
 *     {@link TubeStatus}
 * @param limits null leaves them as they are; never null in a {@link TubeStatus}
 * @param keys null leaves them as they are; never null in a {@link TubeStatus}
 * @param retry null leaves it as it is; never null in a {@link TubeStatus}
 * @param dedup how long the id of a job that finished or was dropped is remembered, 1 s to 7 days; zero: it is not. Null
 *     leaves it as it is; never null in a {@link TubeStatus}
 * @param keep null leaves it as it is; never null in a {@link TubeStatus}
 * @param expire the time from its produce in which a job is to be begun, 1 ms to 49710 days; zero: none. Null leaves it as it is;
 *     never null in a {@link TubeStatus}
 * @param expireTo what becomes of jobs that are not begun in time. Null leaves it as it is; never null in a
 *     {@link TubeStatus}
 * @param latenessTarget how long a due job should wait at most, 1 ms to 1 day; zero: nobody says. Null leaves it as it is; never
 *     null in a {@link TubeStatus}
 */
public record TubeSettings(
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable TubeLimits limits,
        @Nullable KeySettings keys,
        @Nullable RetrySettings retry,
        @Nullable Duration dedup,
        @Nullable KeepSettings keep,
        @Nullable Duration expire,
        @Nullable ExpireTo expireTo,
        @Nullable Duration latenessTarget) {
    /** Settings that leave everything as it is, to begin with. */
    public static final TubeSettings UNCHANGED =
            new TubeSettings(null, null, null, null, null, null, null, null, null, null);

    /** Settings that keep finished jobs, let jobs expire, and want them in time, as before. */
    public TubeSettings(
            Duration ttr,
            int maxAttempts,
            @Nullable TubeLimits limits,
            @Nullable KeySettings keys,
            @Nullable RetrySettings retry,
            @Nullable Duration dedup) {
        this(ttr, maxAttempts, limits, keys, retry, dedup, null, null, null, null);
    }

    /** Settings that leave everything else as it is. */
    public TubeSettings(Duration ttr, int maxAttempts) {
        this(ttr, maxAttempts, null, null, null, null);
    }

    /** Settings that leave everything but the limits as it is. */
    public TubeSettings(Duration ttr, int maxAttempts, TubeLimits limits) {
        this(ttr, maxAttempts, limits, null, null, null);
    }

    /** Settings that leave everything but the keys as it is. */
    public TubeSettings(Duration ttr, int maxAttempts, KeySettings keys) {
        this(ttr, maxAttempts, null, keys, null, null);
    }

    /** The same with another time to run. */
    public TubeSettings ttr(Duration value) {
        return new TubeSettings(value, maxAttempts, limits, keys, retry, dedup, keep, expire, expireTo, latenessTarget);
    }

    /** The same with another number of deliveries before a job fails; 0 = no limit. */
    public TubeSettings maxAttempts(int value) {
        return new TubeSettings(ttr, value, limits, keys, retry, dedup, keep, expire, expireTo, latenessTarget);
    }

    /** The same with other limits, all of them; {@link TubeLimits#NONE}: without. */
    public TubeSettings limits(TubeLimits value) {
        return new TubeSettings(ttr, maxAttempts, value, keys, retry, dedup, keep, expire, expireTo, latenessTarget);
    }

    /** The same with keys, or {@link KeySettings#OFF}. */
    public TubeSettings keys(KeySettings value) {
        return new TubeSettings(ttr, maxAttempts, limits, value, retry, dedup, keep, expire, expireTo, latenessTarget);
    }

    /** The same with a delay before each retry; {@link RetrySettings#NONE}: without. */
    public TubeSettings retry(RetrySettings value) {
        return new TubeSettings(ttr, maxAttempts, limits, keys, value, dedup, keep, expire, expireTo, latenessTarget);
    }

    /**
     * The same with a dedup window: producing the id of a job that finished or was dropped in the last {@code value} makes no
     * second job. Zero: without. Source: {@code docs/http.md#dedup-window}.
     */
    public TubeSettings dedup(Duration value) {
        return new TubeSettings(ttr, maxAttempts, limits, keys, retry, value, keep, expire, expireTo, latenessTarget);
    }

    /** The same, and finished jobs are kept with their results. Source: {@code docs/http.md#results}. */
    public TubeSettings keep(KeepSettings value) {
        return new TubeSettings(ttr, maxAttempts, limits, keys, retry, dedup, value, expire, expireTo, latenessTarget);
    }

    /**
     * The same with a time in which jobs are to be begun: those that are not expire. Zero: without. Source:
     * {@code docs/http.md#expiry}.
     */
    public TubeSettings expire(Duration value, ExpireTo to) {
        return new TubeSettings(ttr, maxAttempts, limits, keys, retry, dedup, keep, value, to, latenessTarget);
    }

    /**
     * The same with a lateness target: monitoring tells when a due job waits longer, and why. Zero: without. Source:
     * {@code docs/http.md#lateness-target}.
     */
    public TubeSettings latenessTarget(Duration value) {
        return new TubeSettings(ttr, maxAttempts, limits, keys, retry, dedup, keep, expire, expireTo, value);
    }
}
