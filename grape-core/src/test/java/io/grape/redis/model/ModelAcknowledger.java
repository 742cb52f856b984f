package io.grape.redis.model;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finish, release, bury, touch and hand-back, in the model. */
final class ModelAcknowledger {
    private final Model model;

    ModelAcknowledger(Model model) {
        this.model = model;
    }

    /** One verb after the other, which can only be told from the places that released jobs get. */
    List<ItemResult<Acknowledged>> acknowledge(List<Acknowledgement> run) {
        Map<JobId, ItemResult<Acknowledged>> outcomes = new HashMap<>();
        run.stream()
                .sorted(Comparator.comparing(Acknowledgement::verb))
                .forEach(one -> outcomes.put(one.id(), acknowledge(one)));
        return run.stream().map(one -> outcomes.get(one.id())).toList();
    }

    private ItemResult<Acknowledged> acknowledge(Acknowledgement one) {
        ModelTube tube = model.tube();
        ModelJob job = tube.jobs.get(one.id());
        if (job == null) {
            return ItemResult.failed(ErrorCode.JOB_NOT_FOUND, "");
        }
        boolean late = job.state(model.now) != JobState.RETAINED;
        if (!job.heldUnder(one.lease()) || (late && !(one instanceof Acknowledgement.Finish))) {
            return ItemResult.failed(ErrorCode.LEASE_LOST, "");
        }
        if (one instanceof Acknowledgement.Finish) {
            tube.remove(job);
            tube.count(TubeCounter.FINISHED);
            return acknowledged(job, null, null, null);
        }
        if (!(one instanceof Acknowledgement.Touch)) {
            tube.happened(model.now);
        }
        if (one instanceof Acknowledgement.Release release) {
            return release(tube, job, release);
        }
        if (one instanceof Acknowledgement.Bury bury) {
            return bury(tube, job, bury);
        }
        if (one instanceof Acknowledgement.HandBack back) {
            return handBack(tube, job, back.delay().toMillis());
        }
        job.score = Score.at(model.now + job.ttr);
        return acknowledged(job, JobState.RETAINED, null, job.score);
    }

    private ItemResult<Acknowledged> release(ModelTube tube, ModelJob job, Acknowledgement.Release release) {
        Long priority = release.priority();
        job.lease = null;
        job.delay = release.delay().toMillis();
        job.priority = priority == null ? job.priority : priority;
        if (job.isSpent()) {
            tube.fail(job, model.now, ModelTube.SPENT);
            tube.count(TubeCounter.BURIED);
            return acknowledged(job, JobState.FAILED, null, null);
        }
        tube.enqueue(job, tube.nextScore(job.priority, model.now + job.delay));
        tube.count(TubeCounter.RELEASED);
        return acknowledged(job, job.state(model.now), job.score, null);
    }

    private ItemResult<Acknowledged> bury(ModelTube tube, ModelJob job, Acknowledgement.Bury bury) {
        Long priority = bury.priority();
        job.lease = null;
        job.priority = priority == null ? job.priority : priority;
        tube.fail(job, model.now, bury.reason());
        tube.count(TubeCounter.BURIED);
        return acknowledged(job, JobState.FAILED, null, null);
    }

    private ItemResult<Acknowledged> handBack(ModelTube tube, ModelJob job, long delay) {
        ModelJob.Failure failure = job.failure;
        job.lease = null;
        job.noe--;
        tube.count(TubeCounter.CONSUMED, -1);
        if (delay == 0 && failure != null) {
            job.fail(failure.score(), failure.reason());
            return acknowledged(job, JobState.FAILED, null, null);
        }
        if (delay == 0) {
            tube.enqueue(job, Objects.requireNonNull(job.handedOut));
        } else {
            job.delay = delay;
            tube.enqueue(job, tube.nextScore(job.priority, model.now + delay));
        }
        job.handedOut = null;
        return acknowledged(job, job.state(model.now), job.score, null);
    }

    private ItemResult<Acknowledged> acknowledged(
            ModelJob job, @Nullable JobState state, @Nullable Score due, @Nullable Score leaseUntil) {
        Function<Score, Instant> instant = score -> Instant.ofEpochMilli(score.due());
        return ItemResult.of(new Acknowledged(
                job.id,
                state,
                due == null ? null : instant.apply(due),
                leaseUntil == null ? null : instant.apply(leaseUntil),
                Instant.ofEpochMilli(model.now)));
    }
}
