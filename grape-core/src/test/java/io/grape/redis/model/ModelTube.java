package io.grape.redis.model;

import io.grape.catalog.TubeFields;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeCounter;
import io.grape.core.job.Cancellation;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.script.JobPlace;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A tube as the model sees it. */
final class ModelTube {
    /** Jobs that one run of a script looks at. */
    static final int RUN = 100;

    static final String SPENT = "attempts are spent";
    static final long UNTIL_RESUMED = 9_007_199_254_740_991L;

    final Map<JobId, ModelJob> jobs = new TreeMap<>(Comparator.comparing(JobId::value));
    final Map<TubeCounter, Long> totals = new EnumMap<>(TubeCounter.class);
    final ModelLimits limits = new ModelLimits(this);
    final ModelWindow window;
    final ModelKept kept;
    final ModelExpiry expiry;
    TubeSettings settings;
    long rev;
    long lastLease;

    /** The latest ms at which anything but a hand-out or a finish happened to a job. */
    long newest;

    @Nullable
    Long pausedUntil;

    @Nullable
    String pauseReason;

    @Nullable
    Long parkedUntil;

    boolean usesPriorities;
    boolean hasSuccessors;

    ModelTube(TubeSettings settings, long now) {
        this.settings = settings;
        this.window = new ModelWindow(this, settings.get(TubeFields.DEDUP_WINDOW));
        this.kept = new ModelKept(this, settings.get(TubeFields.KEEP_FINISHED));
        this.expiry = new ModelExpiry(this, settings.get(TubeFields.EXPIRES_AFTER));
        this.rev = now;
        limits.changed(TubeLimits.NONE, now);
    }

    void count(TubeCounter total) {
        count(total, 1);
    }

    void count(TubeCounter total, long step) {
        totals.merge(total, step, Long::sum);
    }

    void happened(long now) {
        newest = Math.max(newest, now);
    }

    ModelJob job(JobId id) {
        ModelJob job = jobs.get(id);
        if (job == null) {
            throw new GrapeException(ErrorCode.JOB_NOT_FOUND, id.value());
        }
        return job;
    }

    void remove(ModelJob job) {
        limits.left(job);
        jobs.remove(job.id);
    }

    List<ModelJob> sorted(Predicate<ModelJob> which, Comparator<ModelJob> order) {
        return jobs.values().stream().filter(which).sorted(order).toList();
    }

    Stream<ModelJob> in(JobState state, long now) {
        return jobs.values().stream().filter(job -> job.state(now) == state);
    }

    boolean isPaused(long now) {
        return pausedUntil != null && pausedUntil > now;
    }

    /** Puts a job among those that wait, behind those that are due in the same ms. */
    void enqueue(ModelJob job, Score score) {
        job.wait(score);
        usesPriorities |= job.priority != Limits.DEFAULT_PRIORITY;
    }

    /** Puts a job among the failed ones, behind those that failed in the same ms. */
    void fail(ModelJob job, long at, String why) {
        int taken = jobs.values().stream()
                .filter(other -> other.place == JobPlace.FAILED && other.score.due() == at)
                .mapToInt(other -> other.score.order() + 1)
                .max()
                .orElse(0);
        job.fail(new Score(at, taken), why);
    }

    Score nextScore(long priority, long due) {
        return new Places().next(priority, due);
    }

    /** Ends leases that have run out, a run's worth: their jobs are due again since then, or failed then. Returns how many. */
    int expire(long now) {
        List<ModelJob> over =
                sorted(job -> job.place == JobPlace.RETAINED && job.score.due() <= now, ModelJob.BY_SCORE);
        over = over.subList(0, Math.min(over.size(), RUN));
        over.forEach(job -> expire(job, now));
        return over.size();
    }

    /**
     * Ends jobs that have expired, as many as there is room for, and forgets ids and finished jobs. Tells when there is something to do for
     * a look at leases; what was beyond this run comes next.
     */
    OptionalLong look(long now, int room) {
        OptionalLong overdue = expiry.keep(room, now);
        LongStream deadlines = jobs.values().stream()
                .filter(job -> job.place == JobPlace.RETAINED)
                .mapToLong(job -> job.score.due());
        LongStream sets = LongStream.concat(window.keep(now).stream(), kept.retire(now).stream());
        LongStream others = LongStream.concat(sets, overdue.stream());
        hasSuccessors &= !jobs.isEmpty();
        return LongStream.concat(deadlines, others).min();
    }

    /** Ends one. */
    void expire(ModelJob job, long now) {
        long deadline = job.score.due();
        happened(now);
        Cancellation cancelled = job.cancelled;
        if (job.successor != null) {
            if (cancelled != null || job.isSpent()) {
                ModelSuccessor.countFailed(this);
            }
            job.successor.begin(this, job, now);
        } else if (cancelled != null || job.isSpent()) {
            String reason = cancelled == null ? SPENT : cancelled.reason();
            fail(job, deadline, reason.isEmpty() ? "cancelled" : reason);
            count(TubeCounter.BURIED);
        } else {
            long delay = ModelRetry.delay(settings.retry(), job);
            job.delay = delay > 0 ? delay : job.delay;
            enqueue(job, nextScore(job.priority, deadline + delay));
        }
        count(TubeCounter.EXPIRED);
    }

    /** The places that are taken, as they were when this was made, and those that it gave away. */
    final class Places {
        private record Slot(long priority, long due) {}

        private final Map<Slot, Integer> highest = new HashMap<>();

        Places() {
            jobs.values().stream()
                    .filter(job -> job.place == JobPlace.WAITING)
                    .forEach(job ->
                            highest.merge(new Slot(job.priority, job.score.due()), job.score.order(), Math::max));
        }

        Score next(long priority, long due) {
            return new Score(due, highest.merge(new Slot(priority, due), 0, (old, none) -> old + 1));
        }
    }
}
