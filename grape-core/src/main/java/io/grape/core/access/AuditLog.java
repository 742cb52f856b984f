package io.grape.core.access;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The log of acts and refusals, newest first; it works in a full Redis, too. Beyond 100,000 acts or 10,000 refusals,
 * the actor with the most entries loses its oldest one. So no actor's entries displace those of others, and refusals
 * displace no acts. A refusal that repeats one of the last hour replaces it, and counts up.
 */
public interface AuditLog {
    /**
     * Writes an entry.
     *
     * @param replaced the id of the entry that this one completes and replaces; null = none
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
