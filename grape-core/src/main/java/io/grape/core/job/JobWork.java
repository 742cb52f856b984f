package io.grape.core.job;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the work on a job.
 *
 * @param cancelled null unless its consumer is asked to stop
 * @param progress null unless its consumer said how far it is
 * @param checkpoint what the last consumer that handed it over left, null = none did
 * @param outcome how it finished; null unless it did, and is kept
 */
public record JobWork(
        @Nullable Cancellation cancelled,
        @Nullable Progress progress,
        @Nullable Checkpoint checkpoint,
        @Nullable Outcome outcome) {
    public static final JobWork NONE = new JobWork(null, null, null);

    /** Work that has not finished. */
    public JobWork(@Nullable Cancellation cancelled, @Nullable Progress progress, @Nullable Checkpoint checkpoint) {
        this(cancelled, progress, checkpoint, null);
    }

    /** Work that has finished. */
    public static JobWork of(Outcome outcome) {
        return new JobWork(null, null, null, outcome);
    }

    /** Work of which there is a checkpoint, or none. */
    public static JobWork of(@Nullable Checkpoint checkpoint) {
        return checkpoint == null ? NONE : new JobWork(null, null, checkpoint);
    }
}
