package io.grape.redis.model;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.tube.ExpireTo;
import io.grape.redis.script.JobPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Consume and take, in the model. */
final class ModelConsumer {
    private final Model model;

    ModelConsumer(Model model) {
        this.model = model;
    }

    ConsumeResult consume(int max, Duration parking) {
        ModelTube tube = model.tube;
        Instant at = Instant.ofEpochMilli(model.now);
        if (tube == null) {
            return new ConsumeResult(List.of(), at, null);
        }
        if (tube.isPaused(model.now)) {
            park(tube, parking);
            return new ConsumeResult(List.of(), at, untilResumed(tube));
        }
        List<Job> taken = new ArrayList<>();
        do {
            takeRun(tube, Math.min(ModelTube.RUN, max - taken.size()), taken);
        } while (taken.size() < max && Objects.equals(untilNextEvent(tube), Duration.ZERO));
        if (taken.size() == max) {
            return new ConsumeResult(taken, at, null);
        }
        park(tube, parking);
        return new ConsumeResult(taken, at, untilNextEvent(tube));
    }

    /** Leases that ran out are ended first, a run's worth of them. */
    private void takeRun(ModelTube tube, int most, List<Job> taken) {
        tube.expire(model.now);
        int allowed = Math.min(most, tube.limits.allowance(model.now));
        List<ModelJob> due = tube.sorted(
                job -> job.place == JobPlace.WAITING && job.score.due() <= model.now, ModelJob.IN_HAND_OUT_ORDER);
        int delivered = 0;
        for (ModelJob job : due) {
            if (delivered < allowed && ModelExpiry.isOverdue(job, model.now)) {
                tube.expiry.end(job, model.now);
            } else if (delivered < allowed) {
                taken.add(handOut(tube, job));
                delivered++;
            }
        }
        tube.limits.delivered(model.now, delivered);
    }

    Job take(JobId id) {
        ModelTube tube = model.tube();
        ModelJob job = tube.job(id);
        if (job.state(model.now) == JobState.RETAINED) {
            throw new GrapeException(ErrorCode.WRONG_STATE, "");
        }
        if (job.place == JobPlace.RETAINED) {
            tube.expire(job, model.now);
            job = tube.job(id);
        }
        if (ModelExpiry.isOverdue(job, model.now)) {
            tube.expiry.end(job, model.now);
            boolean isGone = tube.settings.expireTo() == ExpireTo.DROP;
            throw new GrapeException(isGone ? ErrorCode.JOB_NOT_FOUND : ErrorCode.WRONG_STATE, "");
        }
        if (tube.limits.allowance(model.now) < 1) {
            throw new GrapeException(ErrorCode.WRONG_STATE, "");
        }
        tube.limits.delivered(model.now, 1);
        if (job.place != JobPlace.FAILED) {
            return handOut(tube, job);
        }
        Score since = job.handedOut == null ? Score.at(model.now) : job.handedOut;
        job.failure = new ModelJob.Failure(job.score, Objects.requireNonNull(job.reason));
        job.reason = null;
        job.score = since;
        return handOut(tube, job);
    }

    private Job handOut(ModelTube tube, ModelJob job) {
        tube.lastLease = Math.max(tube.lastLease + 1, model.now * 1024);
        tube.count(TubeCounter.CONSUMED);
        job.lease = new Lease(tube.lastLease);
        job.handedOut = job.score;
        job.noe++;
        job.begin();
        job.place = JobPlace.RETAINED;
        job.score = Score.at(model.now + job.ttr);
        return job.seen(model.now);
    }

    /** Who stays is known for at least as long as it stays, and no longer than twice that. */
    private void park(ModelTube tube, Duration parking) {
        long end = model.now + parking.toMillis();
        if (!parking.isZero() && (tube.parkedUntil == null || tube.parkedUntil < end)) {
            tube.parkedUntil = end + parking.toMillis();
        }
    }

    private @Nullable Duration untilResumed(ModelTube tube) {
        Long until = tube.pausedUntil;
        return until == null || until == ModelTube.UNTIL_RESUMED ? null : Duration.ofMillis(until - model.now);
    }

    private @Nullable Duration untilNextEvent(ModelTube tube) {
        OptionalLong next = tube.jobs.values().stream()
                .filter(job -> job.place != JobPlace.FAILED)
                .mapToLong(job -> job.score.due())
                .min();
        return tube.limits.until(
                model.now, next.isPresent() ? Duration.ofMillis(Math.max(0, next.getAsLong() - model.now)) : null);
    }
}
