package io.grape.core.schedule;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The schedules of tubes. The next occurrence of each is in its tube already, as a delayed job. Stages fail with
 * TUBE_NOT_FOUND, with NOT_FOUND if there is no such schedule, and with BAD_REQUEST for an invalid name.
 *
 * <p>A {@code rev} is the one that a schedule must have, null = any; 0 = there must be none. If it has another one, the
 * stage fails with WRONG_STATE.
 */
public interface Schedules {
    /** The maximum number of schedules in a tube. */
    int MAX_SCHEDULES = 1000;
    /** The maximum length of a name. */
    int MAX_NAME_CHARS = 64;
    /** The maximum number of occurrences that one backfill makes. */
    int MAX_BACKFILL = 1000;

    /** All schedules of a tube by name, without their templates. */
    CompletionStage<List<ScheduleStatus>> list(TubeName tube);

    CompletionStage<ScheduleStatus> get(TubeName tube, String name);

    /**
     * Puts a schedule, or replaces the one of that name. One that is the same stays as it is. Otherwise the occurrence
     * that waits is taken out, unless it was begun, and the next one from now on is made.
     */
    CompletionStage<ScheduleChange> put(TubeName tube, String name, ScheduleRequest request, @Nullable Long rev);

    /**
     * What a put or a resume does if it leaves the schedule as it is; empty if it may change it, or fails.
     *
     * @param request what is put; null = it is resumed
     */
    CompletionStage<Optional<ScheduleChange>> unchanged(
            TubeName tube, String name, @Nullable ScheduleRequest request, @Nullable Long rev);

    /** Takes the occurrence out that waits. No others are made. Fails with WRONG_STATE if it has ended. */
    CompletionStage<ScheduleChange> pause(TubeName tube, String name, @Nullable Long rev);

    /** Goes on with the next occurrence from now on. Fails with WRONG_STATE if it has ended. */
    CompletionStage<ScheduleChange> resume(TubeName tube, String name, @Nullable Long rev);

    /** Removes a schedule and the occurrence that waits, unless that was begun. */
    CompletionStage<Void> delete(TubeName tube, String name, @Nullable Long rev);

    /** Makes a job that is due at once, beside the occurrences. */
    CompletionStage<JobId> run(TubeName tube, String name);

    /**
     * The occurrences from an instant on and before another one, for a backfill. Fails with BAD_REQUEST if that is not in
     * the past, or if there are more than {@link #MAX_BACKFILL}.
     */
    CompletionStage<List<Instant>> past(TubeName tube, String name, Instant from, Instant to);

    /** Makes some occurrences of the past, which are due at once. */
    CompletionStage<Backfill> backfill(TubeName tube, String name, List<Instant> occurrences);

    /** Makes all occurrences from an instant on and before another one. */
    default CompletionStage<Backfill> backfill(TubeName tube, String name, Instant from, Instant to) {
        return past(tube, name, from, to).thenCompose(all -> backfill(tube, name, all));
    }

    /** The time by Redis's clock. */
    CompletionStage<Instant> now();
}
