package io.grape.core.migration;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** What a Grape 1.3 has in its Redis. It is read, and never changed. Source: {@code docs/migrating.md#the-old-keys}. */
public interface Grape13Data extends AutoCloseable {
    /** The names of its tubes, sorted. */
    CompletionStage<List<String>> tubes();

    /** Jobs of a set, in its order, from a rank on. */
    CompletionStage<Grape13Page> page(String tube, Grape13Set set, long from);

    @Override
    void close();
}
