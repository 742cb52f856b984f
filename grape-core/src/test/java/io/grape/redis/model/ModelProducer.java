package io.grape.redis.model;

import io.grape.core.Due;
import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.NewJob;
import io.grape.core.Outcome;
import io.grape.core.Produced;
import io.grape.core.Total;
import io.grape.core.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Produce, in the model. */
final class ModelProducer {
    private final Model model;

    ModelProducer(Model model) {
        this.model = model;
    }

    List<Outcome<Produced>> produce(List<NewJob> jobs) {
        if (model.tube == null && !jobs.isEmpty()) {
            model.create(TubeSettings.DEFAULT);
        }
        List<Outcome<Produced>> outcomes = new ArrayList<>();
        partsWithoutRepeats(jobs).forEach(part -> outcomes.addAll(producePart(model.tube(), part)));
        return outcomes;
    }

    private static List<List<NewJob>> partsWithoutRepeats(List<NewJob> jobs) {
        List<List<NewJob>> parts = new ArrayList<>();
        Set<JobId> ids = new HashSet<>();
        for (NewJob job : jobs) {
            boolean repeated = !ids.add(job.id());
            if (repeated || parts.isEmpty()) {
                parts.add(new ArrayList<>());
                ids.clear();
                ids.add(job.id());
            }
            parts.get(parts.size() - 1).add(job);
        }
        return parts;
    }

    /** Places are given by what was there before the whole part. */
    private List<Outcome<Produced>> producePart(ModelTube tube, List<NewJob> part) {
        ModelTube.Places places = tube.new Places();
        return part.stream().map(job -> produceOne(tube, places, job)).toList();
    }

    private Outcome<Produced> produceOne(ModelTube tube, ModelTube.Places places, NewJob job) {
        ModelJob before = tube.jobs.get(job.id());
        if (before != null) {
            JobState state = before.state(model.now);
            switch (job.onDuplicate()) {
                case REJECT -> {
                    return Outcome.failed(ErrorCode.DUPLICATE, "");
                }
                case KEEP -> {
                    boolean waits = state == JobState.DELAYED || state == JobState.READY;
                    Instant dueAt = waits ? Instant.ofEpochMilli(before.score.due()) : null;
                    return Outcome.of(new Produced(job.id(), state, false, dueAt));
                }
                case REPLACE -> {
                    if (state == JobState.RETAINED) {
                        return Outcome.failed(ErrorCode.WRONG_STATE, "");
                    }
                }
            }
        } else {
            tube.count(Total.PRODUCED);
        }
        ModelJob fresh = fresh(tube, places, job);
        tube.jobs.put(job.id(), fresh);
        tube.enqueue(fresh, fresh.score);
        return Outcome.of(new Produced(
                job.id(), fresh.state(model.now), before == null, Instant.ofEpochMilli(fresh.score.due())));
    }

    private ModelJob fresh(ModelTube tube, ModelTube.Places places, NewJob job) {
        long due = due(job.due());
        Duration ttr = job.ttr() == null ? tube.settings.ttr() : job.ttr();
        int attempts = job.maxAttempts() == null ? tube.settings.maxAttempts() : job.maxAttempts();
        long delay = Math.max(0, due - model.now);
        return new ModelJob(job, model.now, delay, ttr.toMillis(), attempts, places.next(job.priority(), due));
    }

    private long due(Due due) {
        Instant at = due.at();
        Duration delay = due.delay();
        return at != null ? at.toEpochMilli() : model.now + (delay == null ? 0 : delay.toMillis());
    }
}
