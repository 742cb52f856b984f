package io.grape.core.job;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the work on a job.
 *
 * @param cancelled null unless its consumer is asked to stop
 * @param progress null unless its consumer said how far it is
 * @param checkpoint what the last consumer that handed it over left, null = none did
 */
public record JobWork(
        @Nullable Cancellation cancelled,
        @Nullable Progress progress,
        @Nullable Checkpoint checkpoint) {
    public static final JobWork NONE = new JobWork(null, null, null);

    /** Work of which there is a checkpoint, or none. */
    public static JobWork of(@Nullable Checkpoint checkpoint) {
        return checkpoint == null ? NONE : new JobWork(null, null, checkpoint);
    }
}
