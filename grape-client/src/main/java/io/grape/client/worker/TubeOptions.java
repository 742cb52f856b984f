package io.grape.client.worker;

import org.jspecify.annotations.Nullable;

/**
 * What is different for one tube of a worker: it begins with any of its options, and what is not said is the worker's. It cannot be
 * changed; each method gives another one.
 */
public sealed interface TubeOptions {
    /** See {@link WorkerBuilder#concurrency}. */
    static Chosen concurrency(int value) {
        return Chosen.NONE.concurrency(value);
    }

    /** See {@link WorkerBuilder#prefetch}. */
    static Chosen prefetch(int value) {
        return Chosen.NONE.prefetch(value);
    }

    /** See {@link WorkerBuilder#retry}. */
    static Chosen retry(Retry value) {
        return Chosen.NONE.retry(value);
    }

    /** One option or more. A type of its own, as its methods have the names of those that it begins with. */
    final class Chosen implements TubeOptions {
        static final Chosen NONE = new Chosen(null, null, null);

        private final @Nullable Integer concurrency;
        private final @Nullable Integer prefetch;
        private final @Nullable Retry retry;

        private Chosen(@Nullable Integer concurrency, @Nullable Integer prefetch, @Nullable Retry retry) {
            this.concurrency = concurrency;
            this.prefetch = prefetch;
            this.retry = retry;
        }

        /** See {@link WorkerBuilder#concurrency}. */
        public Chosen concurrency(int value) {
            return new Chosen(Settings.checkConcurrency(value), prefetch, retry);
        }

        /** See {@link WorkerBuilder#prefetch}. */
        public Chosen prefetch(int value) {
            return new Chosen(concurrency, Settings.checkPrefetch(value), retry);
        }

        /** See {@link WorkerBuilder#retry}. */
        public Chosen retry(Retry value) {
            return new Chosen(concurrency, prefetch, value);
        }

        Settings over(Settings common) {
            return new Settings(
                    concurrency == null ? common.concurrency() : concurrency,
                    prefetch == null ? common.prefetch() : prefetch,
                    retry == null ? common.retry() : retry,
                    common.interruptOnLostLease());
        }
    }
}
