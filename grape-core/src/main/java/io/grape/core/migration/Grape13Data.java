package io.grape.core.migration;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The data of a Grape 1.3 in its Redis. It is read, and never changed. Source: {@code docs/migrating.md#the-old-keys}.
 */
public interface Grape13Data extends AutoCloseable {
    /** The names of its tubes, sorted. */
    CompletionStage<List<String>> tubes();

    /** Jobs of a set from a rank on, in the set's order. */
    CompletionStage<Grape13Page> page(String tube, Grape13Set set, long from);

    @Override
    void close();
}
