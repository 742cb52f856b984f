package io.grape.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The calls for schedules, which make jobs by a cron expression or at an interval ({@code docs/schedules.md}). Each call
 * fails with a {@link GrapeException}: {@link ErrorCode#TUBE_NOT_FOUND} if there is no such tube,
 * {@link ErrorCode#NOT_FOUND} if there is no such schedule. The name of a schedule is 1 to 64 of {@code A-Z a-z 0-9 . _ -}.
 */
public final class Schedules {
    private final AsyncSchedules async;

    Schedules(AsyncSchedules async) {
        this.async = async;
    }

    /**
     * Puts a schedule, or replaces the one of that name. To put the same again changes nothing. The tube must exist: {@code
     * tubes().configure(name, TubeSettings.UNCHANGED)} creates it, and changes nothing if it exists.
     *
     * @param job what its jobs are; the id, the delay and the due time are the schedule's
     */
    public <T> ScheduleStatus put(Tube<T> tube, String name, ScheduleSettings settings, NewJob<? extends T> job) {
        return Futures.get(async.put(tube, name, settings, job));
    }

    /** The same, if the schedule has a rev still; 0: if there is none. Else it fails with {@link ErrorCode#WRONG_STATE}. */
    public <T> ScheduleStatus put(
            Tube<T> tube, String name, ScheduleSettings settings, NewJob<? extends T> job, long rev) {
        return Futures.get(async.put(tube, name, settings, job, rev));
    }

    /** Lists the schedules of a tube by name. */
    public List<ScheduleStatus> list(Tube<?> tube) {
        return Futures.get(async.list(tube));
    }

    /** The current state of a schedule; empty if there is none. */
    public Optional<ScheduleStatus> get(Tube<?> tube, String name) {
        return Futures.get(async.get(tube, name));
    }

    /** What the jobs of a schedule are; empty if there is none. */
    public Optional<ScheduleJob> job(Tube<?> tube, String name) {
        return Futures.get(async.job(tube, name));
    }

    /** Removes a schedule, and the occurrence that waits, unless it was delivered. False if there is none. */
    public boolean delete(Tube<?> tube, String name) {
        return Futures.get(async.delete(tube, name));
    }

    /** It has no occurrences until it is resumed. Fails with {@link ErrorCode#WRONG_STATE} if it has ended. */
    public ScheduleStatus pause(Tube<?> tube, String name) {
        return Futures.get(async.pause(tube, name));
    }

    /** Goes on with the next occurrence from now on. Fails with {@link ErrorCode#WRONG_STATE} if it has ended. */
    public ScheduleStatus resume(Tube<?> tube, String name) {
        return Futures.get(async.resume(tube, name));
    }

    /** Makes a job that is due now, beside the occurrences, and returns its id. */
    public String run(Tube<?> tube, String name) {
        return Futures.get(async.run(tube, name));
    }

    /**
     * Makes the occurrences of the past from an instant on and before another one, up to 1,000. They are due now.
     */
    public Backfilled backfill(Tube<?> tube, String name, Instant from, Instant to) {
        return Futures.get(async.backfill(tube, name, from, to));
    }

    /** When a schedule would occur: the first occurrences, 1 to 100, from {@link ScheduleSettings#from} or now on. */
    public List<SchedulePreview> preview(ScheduleSettings settings, int count) {
        return Futures.get(async.preview(settings, count));
    }
}
