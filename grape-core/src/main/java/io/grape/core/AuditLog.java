package io.grape.core;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What was done by whom, newest first. The oldest entries are dropped beyond some 100,000, of those that were refused beyond some
 * 10,000: they never drop one of something that was done. Works in a full Redis, too.
 */
public interface AuditLog {
    /**
     * Writes an entry.
     *
     * @param replaced the id of an entry of which this one is the end, which is dropped; null = none
     * @return its id, by which entries are in order
     */
    CompletionStage<String> write(AuditEntry entry, @Nullable String replaced);

    /**
     * Entries before an id, newest first.
     *
     * @param before null = from the newest on
     * @param most 1 to 1000
     */
    CompletionStage<AuditPage> read(@Nullable String before, int most);
}
