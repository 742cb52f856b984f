package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a produce.
 *
 * @param id the caller's, or the client's random one
 * @param created false if the id was live: nothing changed, or {@link OnDuplicate#REPLACE} replaced the job. Also false
 *     if an earlier attempt of this call created the job and its response was lost, and if the id is remembered
 * @param state of the job now; {@link JobState#FINISHED}: it has ended, and its id is remembered ({@link NewJob#dedup})
 * @param dueAt by Redis's clock; null while the job is retained, failed or finished
 * @param successor true if the job is retained, and what was produced follows it ({@link NewJob#debounce})
 */
public record Produced(
        String id,
        boolean created,
        JobState state,
        @Nullable Instant dueAt,
        boolean successor) {}
