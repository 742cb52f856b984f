package io.grape.redis.model;

import static io.grape.catalog.TubeFields.RESULT_MAX_BYTES;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Cancellation;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Payload;
import io.grape.core.job.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finish, release, bury, touch and hand-back, in the model. */
final class ModelAcknowledger {
    private final Model model;
    /** Those that this run has finished, and had not been. */
    private final Set<JobId> isFinishedNow = new HashSet<>();

    ModelAcknowledger(Model model) {
        this.model = model;
    }

    /** One verb after the other, which can only be told from the places that released jobs get. */
    List<ItemResult<Acknowledged>> acknowledge(List<Acknowledgement> run) {
        Map<JobId, ItemResult<Acknowledged>> outcomes = new HashMap<>();
        run.stream()
                .sorted(Comparator.comparing(Acknowledgement::verb))
                .forEach(one -> outcomes.put(one.id(), acknowledge(one)));
        int finished = (int) run.stream()
                .filter(one -> one instanceof Acknowledgement.Finish && isFinishedNow.remove(one.id()))
                .count();
        if (finished > 0 && !model.tube().kept.isOff()) {
            model.tube().kept.trim(Math.min(ModelTube.RUN, 2 * finished), model.now);
        }
        return run.stream().map(one -> outcomes.get(one.id())).toList();
    }

    private ItemResult<Acknowledged> acknowledge(Acknowledgement one) {
        ModelTube tube = model.tube();
        ModelJob job = tube.jobs.get(one.id());
        Payload result = one instanceof Acknowledgement.Finish finish ? finish.result() : null;
        if (result != null && result.bytes().length > tube.settings.get(RESULT_MAX_BYTES)) {
            return ItemResult.failed(ErrorCode.TOO_LARGE, "");
        }
        if (job == null) {
            return one instanceof Acknowledgement.Finish
                    ? finishedBefore(one, tube.kept.get(one.id()))
                    : ItemResult.failed(ErrorCode.JOB_NOT_FOUND, "");
        }
        boolean late = job.state(model.now) != JobState.RETAINED;
        if (!job.heldUnder(one.lease()) || (late && !(one instanceof Acknowledgement.Finish))) {
            return ItemResult.failed(ErrorCode.LEASE_LOST, "");
        }
        if (one instanceof Acknowledgement.Finish) {
            return finish(tube, job, result);
        }
        if (!(one instanceof Acknowledgement.Touch)) {
            tube.happened(model.now);
        }
        if (job.successor != null && !(one instanceof Acknowledgement.Touch)) {
            return follow(tube, job, one);
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
        if (one instanceof Acknowledgement.HandOver over) {
            return handOver(tube, job, over.checkpoint());
        }
        if (one instanceof Acknowledgement.Touch touch && (touch.progress() != null || touch.note() != null)) {
            String note = touch.note() == null ? "" : touch.note();
            job.progress = new Progress(Instant.ofEpochMilli(model.now), touch.progress(), note);
        }
        job.score = Score.at(model.now + job.ttr);
        return acknowledged(job, JobState.RETAINED, null, job.score);
    }

    private ItemResult<Acknowledged> finishedBefore(Acknowledgement one, ModelKept.@Nullable Kept kept) {
        if (kept == null || one.lease().equals(Lease.CURRENT)) {
            return ItemResult.failed(ErrorCode.JOB_NOT_FOUND, "");
        }
        return kept.lease().equals(one.lease())
                ? ItemResult.of(new Acknowledged(one.id(), null, null, null, Instant.ofEpochMilli(model.now)))
                : ItemResult.failed(ErrorCode.LEASE_LOST, "");
    }

    private ItemResult<Acknowledged> finish(ModelTube tube, ModelJob job, @Nullable Payload result) {
        tube.window.ended(job, model.now);
        tube.count(TubeCounter.FINISHED);
        if (job.successor == null) {
            tube.kept.finished(job, model.now, result);
            isFinishedNow.add(job.id);
            tube.remove(job);
            return acknowledged(job, null, null, null);
        }
        job.successor.begin(tube, job, model.now);
        tube.count(TubeCounter.PRODUCED);
        return ItemResult.of(new Acknowledged(job.id, null, null, null, null, true, Instant.ofEpochMilli(model.now)));
    }

    /** The successor takes the place of a job that its consumer leaves. */
    private ItemResult<Acknowledged> follow(ModelTube tube, ModelJob job, Acknowledgement one) {
        boolean isRelease = one instanceof Acknowledgement.Release;
        if (one instanceof Acknowledgement.Bury || (isRelease && job.isSpent())) {
            ModelSuccessor.countFailed(tube);
        } else if (isRelease) {
            tube.count(TubeCounter.RELEASED);
        } else if (one instanceof Acknowledgement.HandBack) {
            tube.count(TubeCounter.CONSUMED, -1);
        }
        ModelJob fresh = Objects.requireNonNull(job.successor).begin(tube, job, model.now);
        Instant due = Instant.ofEpochMilli(fresh.score.due());
        return ItemResult.of(new Acknowledged(
                job.id, fresh.state(model.now), due, null, null, true, Instant.ofEpochMilli(model.now)));
    }

    private ItemResult<Acknowledged> handOver(ModelTube tube, ModelJob job, Checkpoint checkpoint) {
        Score place = Objects.requireNonNull(job.handedOut);
        job.lease = null;
        job.noe--;
        job.checkpoint = checkpoint;
        tube.enqueue(job, place.due() <= model.now ? place : tube.nextScore(job.priority, model.now));
        return acknowledged(job, JobState.READY, job.score, null);
    }

    Acknowledged cancel(JobId id, String reason) {
        ModelTube tube = model.tube();
        ModelJob job = tube.job(id);
        if (job.state(model.now) != JobState.RETAINED) {
            throw new GrapeException(ErrorCode.WRONG_STATE, id.value());
        }
        if (job.cancelled == null) {
            tube.happened(model.now);
            job.cancelled = new Cancellation(Instant.ofEpochMilli(model.now), reason);
        }
        return acknowledged(job, JobState.RETAINED, null, job.score).get();
    }

    private ItemResult<Acknowledged> release(ModelTube tube, ModelJob job, Acknowledgement.Release release) {
        Long priority = release.priority();
        Duration asked = release.delay();
        job.delay = asked == null ? ModelRetry.delay(tube.settings.retry(), job) : asked.toMillis();
        job.lease = null;
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
            job.handedOut = job.noe == 0 ? null : job.handedOut;
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
                leaseUntil == null ? null : job.cancelled,
                Instant.ofEpochMilli(model.now)));
    }
}
