package io.grape.core.migration;

import io.grape.core.migration.Adoption.Adopted;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** What a Grape 1.3 has in its Redis. It is read, and never changed. Source: {@code docs/migrating.md#the-old-keys}. */
public interface Grape13Data extends AutoCloseable {
    /** The names of its tubes, sorted. */
    CompletionStage<List<String>> tubes();

    /** Jobs of a set, in its order, from a rank on. */
    CompletionStage<Page> page(String tube, Place place, long from);

    @Override
    void close();

    /** A sorted set of a tube. */
    enum Place {
        DELAY,
        RETAIN,
        FAILED;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Some jobs.
     *
     * @param jobs those that can be taken over
     * @param left what cannot, each as its id and why
     * @param next the rank behind the last, 0 = this was the last
     */
    record Page(List<Adopted> jobs, List<String> left, long next) {}
}
