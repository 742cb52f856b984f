package io.grape.client.worker;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Settings for one tube of a worker. Start with any option and chain the others. Anything you do not set is inherited
 * from the worker. Immutable: each method returns a new one.
 */
public sealed interface TubeOptions {
    /** No option: all is inherited from the worker. For programs that chain options one by one. */
    static Chosen inherited() {
        return Chosen.NONE;
    }

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

    /** See {@link WorkerBuilder#undecodable}. */
    static Chosen undecodable(Undecodable value) {
        return Chosen.NONE.undecodable(value);
    }

    /** See {@link WorkerBuilder#timeout}. */
    static Chosen timeout(Duration value) {
        return Chosen.NONE.timeout(value);
    }

    /** One or more options. It is a type of its own, because its methods have the names of the static ones. */
    final class Chosen implements TubeOptions {
        static final Chosen NONE = new Chosen(settings -> settings);

        private final UnaryOperator<WorkerSettings> change;

        private Chosen(UnaryOperator<WorkerSettings> change) {
            this.change = change;
        }

        /** Throws at once if a value is out of its range. */
        private Chosen and(UnaryOperator<WorkerSettings> next) {
            var unused = next.apply(WorkerSettings.DEFAULT);
            return new Chosen(settings -> next.apply(change.apply(settings)));
        }

        /** See {@link WorkerBuilder#concurrency}. */
        public Chosen concurrency(int value) {
            return and(settings -> settings.concurrency(value));
        }

        /** See {@link WorkerBuilder#prefetch}. */
        public Chosen prefetch(int value) {
            return and(settings -> settings.prefetch(value));
        }

        /** See {@link WorkerBuilder#retry}. */
        public Chosen retry(Retry value) {
            return and(settings -> settings.retry(value));
        }

        /** See {@link WorkerBuilder#undecodable}. */
        public Chosen undecodable(Undecodable value) {
            return and(settings -> settings.undecodable(value));
        }

        /** See {@link WorkerBuilder#timeout}. */
        public Chosen timeout(Duration value) {
            return and(settings -> settings.timeout(value));
        }

        WorkerSettings over(WorkerSettings common) {
            return change.apply(common);
        }
    }
}
