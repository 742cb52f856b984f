package io.grape.redis.model;

import io.grape.catalog.TubeFields;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Inconsistency;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Pause;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.core.tube.Tubes;
import io.grape.redis.script.JobPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be done to tubes, in the model. */
final class ModelTubes implements Tubes {
    private final Model model;

    ModelTubes(Model model) {
        this.model = model;
    }

    @Override
    public CompletionStage<NavigableSet<TubeName>> names() {
        return Model.answer(() -> new TreeSet<>(model.registered ? Set.of(Model.TUBE) : Set.of()));
    }

    @Override
    public CompletionStage<Boolean> exists(TubeName name) {
        return Model.answer(() -> model.tube != null);
    }

    @Override
    public CompletionStage<Boolean> create(TubeName name, TubeSettings settings) {
        return Model.answer(() -> model.create(settings));
    }

    @Override
    public CompletionStage<Void> configure(TubeName name, TubeSettingsChange change) {
        return done(() -> {
            ModelTube tube = model.tube();
            if (change.rev() != null && change.rev() != tube.rev) {
                throw new GrapeException(ErrorCode.WRONG_STATE, name.value());
            }
            TubeSettings old = tube.settings;
            tube.settings = old.with(change);
            if (!tube.settings.equals(old)) {
                tube.rev = Math.max(tube.rev + 1, model.now);
                tube.limits.changed(old.limits(), tube.rev);
            }
            Duration window = change.values().find(TubeFields.DEDUP_WINDOW);
            if (window != null) {
                tube.window.configure(window);
            }
            tube.kept.configure(change.values().find(TubeFields.KEEP_FINISHED));
            Duration expiresAfter = change.values().find(TubeFields.EXPIRES_AFTER);
            if (expiresAfter != null) {
                tube.expiry.configure(expiresAfter);
            }
        });
    }

    @Override
    public CompletionStage<Void> delete(TubeName name) {
        return done(this::remove);
    }

    @Override
    public CompletionStage<Boolean> deleteIfEmpty(TubeName name) {
        return Model.answer(() -> {
            boolean empty = model.tube().jobs.isEmpty();
            if (empty) {
                remove();
            }
            return empty;
        });
    }

    private void remove() {
        model.tube();
        model.tube = null;
        model.registered = false;
        model.registryVersion++;
    }

    @Override
    public CompletionStage<Void> pause(TubeName name, @Nullable Duration duration, String reason) {
        return done(() -> {
            ModelTube tube = model.tube();
            tube.pausedUntil = duration == null ? ModelTube.UNTIL_RESUMED : model.now + duration.toMillis();
            tube.pauseReason = reason;
        });
    }

    @Override
    public CompletionStage<Void> resume(TubeName name) {
        return done(() -> {
            ModelTube tube = model.tube();
            tube.pausedUntil = null;
            tube.pauseReason = null;
        });
    }

    @Override
    public CompletionStage<ExpiryPass> expireLeases(TubeName name) {
        return Model.answer(() -> {
            ModelTube tube = model.tube;
            if (tube == null) {
                return new ExpiryPass(0, null);
            }
            int expired = tube.expire(model.now);
            // One that has run out too, and was beyond this run, comes next.
            OptionalLong next = tube.look(model.now, ModelTube.RUN - expired);
            return new ExpiryPass(
                    expired, next.isPresent() ? Duration.ofMillis(Math.max(0, next.getAsLong() - model.now)) : null);
        });
    }

    @Override
    public CompletionStage<Tube> describe(TubeName name) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            Map<JobState, Long> counts = new EnumMap<>(JobState.class);
            JobState.live()
                    .forEach(
                            state -> counts.put(state, tube.in(state, model.now).count()));
            Map<TubeCounter, Long> totals = new EnumMap<>(TubeCounter.class);
            Stream.of(TubeCounter.values()).forEach(total -> totals.put(total, tube.totals.getOrDefault(total, 0L)));
            Instant oldest = first(tube, JobState.READY);
            return new Tube(
                    name,
                    tube.settings,
                    tube.rev,
                    pause(tube),
                    counts,
                    tube.in(JobState.READY, model.now)
                            .filter(job -> job.place == JobPlace.WAITING && job.priority < Limits.DEFAULT_PRIORITY)
                            .count(),
                    totals,
                    oldest == null ? null : Duration.between(oldest, Instant.ofEpochMilli(model.now)),
                    null,
                    tube.lastLease == 0 ? null : Duration.ofMillis(model.now - tube.lastLease / 1024),
                    first(tube, JobState.DELAYED),
                    first(tube, JobState.RETAINED),
                    0L,
                    0L,
                    tube.kept.count(),
                    0L,
                    Stream.of(Inconsistency.values()).collect(Collectors.toMap(fault -> fault, fault -> 0L)));
        });
    }

    private @Nullable Pause pause(ModelTube tube) {
        Long until = tube.pausedUntil;
        if (until == null || until <= model.now || tube.pauseReason == null) {
            return null;
        }
        return new Pause(until == ModelTube.UNTIL_RESUMED ? null : Instant.ofEpochMilli(until), tube.pauseReason);
    }

    private @Nullable Instant first(ModelTube tube, JobState state) {
        OptionalLong first = dues(tube.in(state, model.now)).min();
        return first.isPresent() ? Instant.ofEpochMilli(first.getAsLong()) : null;
    }

    private static LongStream dues(Stream<ModelJob> jobs) {
        return jobs.mapToLong(job -> job.score.due());
    }

    private static CompletionStage<Void> done(Runnable verb) {
        return Model.answer(() -> {
            verb.run();
            return null;
        });
    }
}
