package io.grape.client.worker;

import org.jspecify.annotations.Nullable;

/** What is different for one tube of a worker. It cannot be changed; each method gives another one. */
public final class TubeOptions {
    private static final TubeOptions NONE = new TubeOptions(null, null, null);

    private final @Nullable Integer concurrency;
    private final @Nullable Integer prefetch;
    private final @Nullable Retry retry;

    private TubeOptions(@Nullable Integer concurrency, @Nullable Integer prefetch, @Nullable Retry retry) {
        this.concurrency = concurrency;
        this.prefetch = prefetch;
        this.retry = retry;
    }

    static TubeOptions none() {
        return NONE;
    }

    /** See {@link WorkerBuilder#concurrency}. */
    public static TubeOptions concurrency(int value) {
        return new TubeOptions(Settings.checkConcurrency(value), null, null);
    }

    /** See {@link WorkerBuilder#prefetch}. */
    public TubeOptions prefetch(int value) {
        return new TubeOptions(concurrency, Settings.checkPrefetch(value), retry);
    }

    /** See {@link WorkerBuilder#retry}. */
    public TubeOptions retry(Retry value) {
        return new TubeOptions(concurrency, prefetch, value);
    }

    Settings over(Settings common) {
        return new Settings(
                concurrency == null ? common.concurrency() : concurrency,
                prefetch == null ? common.prefetch() : prefetch,
                retry == null ? common.retry() : retry,
                common.interruptOnLostLease());
    }
}
