package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a produce.
 *
 * @param id the caller's, or one that this client made
 * @param created false where the id was live already: nothing changed, or with {@link OnDuplicate#REPLACE} the job was replaced.
 *     Also where an earlier attempt of this very call had made it and its answer was lost
 * @param state where the job is now
 * @param dueAt by Redis's clock; null while the job is retained or failed, and in a {@linkplain Grape#produceAll batch}
 */
public record Produced(
        String id,
        boolean created,
        JobState state,
        @Nullable Instant dueAt) {}
