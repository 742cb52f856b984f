package io.grape.redis.model;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import io.grape.redis.script.JobPlace;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Changes of jobs in place, in the model. */
final class ModelChanger {
    private final Model model;

    ModelChanger(Model model) {
        this.model = model;
    }

    /** A rev that is asked for is always a stale one. */
    Job change(JobId id, JobChange change) {
        String rev = change.checked().rev();
        ModelTube tube = model.tube();
        ModelJob job = tube.job(id);
        if (rev != null) {
            throw new GrapeException(ErrorCode.WRONG_STATE, "");
        }
        if (job.place == JobPlace.RETAINED && job.state(model.now) != JobState.RETAINED) {
            tube.expire(job, model.now);
            job = tube.job(id);
        }
        JobState state = job.state(model.now);
        boolean isHeld = state == JobState.RETAINED;
        if ((isHeld && (change.due() != null || change.payload() != null))
                || (state == JobState.FAILED && change.due() != null)) {
            throw new GrapeException(ErrorCode.WRONG_STATE, "");
        }
        Due moved = change.due();
        if (moved != null && job.mayExpire() && due(moved) >= job.expires()) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, "");
        }
        JobTags tags = change.labels() == null ? job.tags : new JobTags(job.tags.key(), change.labels());
        Payload payload = change.payload() == null ? job.payload : change.payload();
        int growth =
                size(tags.labels()) - size(job.tags.labels()) + payload.bytes().length - job.payload.bytes().length;
        if (!tube.limits.grows(job, growth)) {
            throw new GrapeException(ErrorCode.TUBE_FULL, "");
        }
        job.tags = tags;
        job.payload = payload;
        tube.happened(model.now);
        place(tube, job, change, !isHeld && state != JobState.FAILED);
        job.ttr = change.ttr() == null ? job.ttr : change.ttr().toMillis();
        job.maxAttempts = change.maxAttempts() == null ? job.maxAttempts : change.maxAttempts();
        return job.seen(model.now);
    }

    private void place(ModelTube tube, ModelJob job, JobChange change, boolean waits) {
        long priority = change.priority() == null ? job.priority : change.priority();
        boolean isPlacedAnew = change.due() != null || (waits && priority != job.priority);
        long due = change.due() == null ? job.score.due() : due(change.due());
        if (change.due() != null) {
            job.delay = Math.max(0, due - model.now);
        }
        Score score = tube.nextScore(priority, due);
        job.priority = priority;
        if (isPlacedAnew) {
            // The place of its last delivery is no longer its own.
            job.handedOut = null;
            tube.enqueue(job, score);
        }
    }

    private long due(Due due) {
        Instant at = due.at();
        return at == null ? model.now + Objects.requireNonNull(due.delay()).toMillis() : at.toEpochMilli();
    }

    /** As they are stored: a comma around each. */
    private static int size(List<String> labels) {
        return labels.isEmpty() ? 0 : String.join(",", labels).length() + 2;
    }
}
