package io.grape.redis.model;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Produced;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Produce, in the model. */
final class ModelProducer {
    private final Model model;

    ModelProducer(Model model) {
        this.model = model;
    }

    List<ItemResult<Produced>> produce(List<NewJob> jobs) {
        if (model.tube == null && !jobs.isEmpty()) {
            model.create(TubeSettings.DEFAULT);
        }
        List<ItemResult<Produced>> outcomes = new ArrayList<>();
        Runs.of(jobs, NewJob::id).forEach(run -> outcomes.addAll(produceRun(model.tube(), run)));
        return outcomes;
    }

    /** Places are given by what was there before the whole run. */
    private List<ItemResult<Produced>> produceRun(ModelTube tube, List<NewJob> run) {
        tube.expiry.endOf(run.stream().map(NewJob::id).toList(), model.now);
        ModelTube.Places places = tube.new Places();
        ModelLimits.Room room = tube.limits.new Room();
        Set<JobId> ended = ended(tube, run);
        List<Runnable> atTheEnd = new ArrayList<>();
        List<ItemResult<Produced>> outcomes = run.stream()
                .map(job -> ended.contains(job.id()) && !makesAnyway(job)
                        ? hasEnded(job)
                        : produceOne(tube, places, job, room, atTheEnd))
                .toList();
        atTheEnd.forEach(Runnable::run);
        room.end();
        return outcomes;
    }

    /** Those that are remembered, and not live. */
    private Set<JobId> ended(ModelTube tube, List<NewJob> run) {
        if (tube.window.stored == null) {
            return Set.of();
        }
        Set<JobId> known = tube.window.known(run.stream().map(NewJob::id).toList(), model.now);
        return known.stream().filter(id -> !tube.jobs.containsKey(id)).collect(Collectors.toSet());
    }

    private static ItemResult<Produced> hasEnded(NewJob job) {
        return job.onDuplicate() == OnDuplicate.REJECT
                ? ItemResult.failed(ErrorCode.DUPLICATE, "")
                : ItemResult.of(new Produced(job.id(), JobState.FINISHED, false, null));
    }

    private ItemResult<Produced> produceOne(
            ModelTube tube, ModelTube.Places places, NewJob job, ModelLimits.Room room, List<Runnable> atTheEnd) {
        ModelJob before = tube.jobs.get(job.id());
        Long expires = expires(tube, job);
        if (expires != null && due(job.due()) >= expires && (before == null || makesAnyway(job))) {
            return ItemResult.failed(ErrorCode.BAD_REQUEST, "");
        }
        if (before != null) {
            JobState state = before.state(model.now);
            switch (job.onDuplicate()) {
                case REJECT -> {
                    return ItemResult.failed(ErrorCode.DUPLICATE, "");
                }
                case KEEP -> {
                    boolean waits = state == JobState.DELAYED || state == JobState.READY;
                    Instant dueAt = waits ? Instant.ofEpochMilli(before.score.due()) : null;
                    return ItemResult.of(new Produced(job.id(), state, false, dueAt));
                }
                case REPLACE -> {
                    if (state == JobState.RETAINED) {
                        return ItemResult.failed(ErrorCode.WRONG_STATE, "");
                    }
                }
                case DEBOUNCE -> {
                    if (state == JobState.RETAINED) {
                        return room.follows(before, job)
                                ? follow(tube, before, job, atTheEnd)
                                : ItemResult.failed(ErrorCode.TUBE_FULL, "");
                    }
                }
            }
            if (!room.mayReplace(before, job)) {
                return ItemResult.failed(ErrorCode.TUBE_FULL, "");
            }
        } else if (room.isFullFor(job)) {
            return ItemResult.failed(ErrorCode.TUBE_FULL, "");
        } else {
            tube.count(TubeCounter.PRODUCED);
            tube.kept.forget(job.id());
        }
        ModelJob fresh = fresh(tube, places, job, bound(job, before));
        if (expires != null) {
            fresh.expireAt(expires);
            tube.expiry.begin();
        }
        if (before == null) {
            room.created(fresh, job);
        } else {
            room.replaced(before, fresh, job);
        }
        tube.jobs.put(job.id(), fresh);
        tube.happened(model.now);
        tube.enqueue(fresh, fresh.score);
        if (job.dedup() != null) {
            atTheEnd.add(tube.window::begin);
        }
        return ItemResult.of(new Produced(
                job.id(), fresh.state(model.now), before == null, Instant.ofEpochMilli(fresh.score.due())));
    }

    private ModelJob fresh(ModelTube tube, ModelTube.Places places, NewJob job, @Nullable Long bound) {
        long due = due(job.due());
        due = bound == null ? due : Math.min(due, bound);
        long delay = Math.max(0, due - model.now);
        ModelJob fresh = new ModelJob(
                job, model.now, delay, ttr(tube, job), attempts(tube, job), places.next(job.priority(), due));
        fresh.bound = bound;
        return fresh;
    }

    private static long ttr(ModelTube tube, NewJob job) {
        return (job.ttr() == null ? tube.settings.ttr() : job.ttr()).toMillis();
    }

    private static int attempts(ModelTube tube, NewJob job) {
        return job.maxAttempts() == null ? tube.settings.maxAttempts() : job.maxAttempts();
    }

    private static boolean makesAnyway(NewJob job) {
        return job.onDuplicate() == OnDuplicate.REPLACE || job.onDuplicate() == OnDuplicate.DEBOUNCE;
    }

    /** The ms at which a job is due at the latest: as one says that waits and was never begun. */
    private @Nullable Long bound(NewJob job, @Nullable ModelJob before) {
        if (before == null || before.bound == null || job.onDuplicate() != OnDuplicate.DEBOUNCE) {
            return ownBound(job);
        }
        boolean isKept = before.state(model.now) == JobState.DELAYED && before.noe + before.earlier == 0;
        return isKept ? before.bound : ownBound(job);
    }

    private @Nullable Long ownBound(NewJob job) {
        Duration longest = job.debounceMax();
        return longest == null ? null : Long.valueOf(model.now + longest.toMillis());
    }

    private ItemResult<Produced> follow(ModelTube tube, ModelJob before, NewJob job, List<Runnable> atTheEnd) {
        Long bound = ownBound(job);
        long asked = due(job.due());
        long due = bound == null ? asked : Math.min(asked, bound);
        ModelSuccessor next = new ModelSuccessor(
                job,
                asked,
                due,
                due > model.now,
                ttr(tube, job),
                attempts(tube, job),
                bound,
                expires(tube, job),
                tube.limits.countedSince());
        before.successor = next.after(before.successor);
        tube.hasSuccessors = true;
        if (job.dedup() != null) {
            atTheEnd.add(tube.window::begin);
        }
        return ItemResult.of(new Produced(job.id(), JobState.RETAINED, false, null, true));
    }

    private @Nullable Long expires(ModelTube tube, NewJob job) {
        Expiry own = job.expiry();
        Long ofTube = tube.expiry.stored;
        if (own == null) {
            return ofTube == null || ofTube == 0 ? null : Long.valueOf(model.now + ofTube);
        }
        Instant at = own.at();
        return at != null
                ? at.toEpochMilli()
                : model.now + Objects.requireNonNull(own.after()).toMillis();
    }

    private long due(Due due) {
        Instant at = due.at();
        Duration delay = due.delay();
        return at != null ? at.toEpochMilli() : model.now + (delay == null ? 0 : delay.toMillis());
    }
}
