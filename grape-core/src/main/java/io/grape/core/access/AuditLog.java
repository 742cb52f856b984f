package io.grape.core.access;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What was done by whom, newest first. Beyond 100,000 entries the oldest of the actor who has the most is dropped, of those that were
 * refused beyond 10,000: nobody's entries drop those of others, and what was refused drops nothing that was done. A refusal that
 * repeats another of the last hour takes its place, and counts. Works in a full Redis, too.
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
