package io.grape.redis.model;

import io.grape.core.JobId;
import io.grape.core.TubeCounter;
import io.grape.core.job.Cancellation;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Progress;
import io.grape.core.tube.ExpireTo;
import io.grape.core.tube.RetrySettings;
import io.grape.redis.Stored;
import io.grape.redis.StoredJob;
import io.grape.redis.StoredTube;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The whole state, of the model and of Redis, by what it tells of: equal where the two agree. */
final class State {
    private State() {}

    static List<String> differences(Map<String, Object> expected, Map<String, Object> found) {
        List<String> differences = new ArrayList<>();
        if (expected.equals(found)) {
            return differences;
        }
        Stream.concat(expected.keySet().stream(), found.keySet().stream())
                .distinct()
                .sorted()
                .filter(key -> !Objects.equals(expected.get(key), found.get(key)))
                .forEach(key -> differences.add(
                        key + "\n      expected " + expected.get(key) + "\n      found    " + found.get(key)));
        return differences;
    }

    static Map<String, Object> of(Model model) {
        Map<String, Object> state = new TreeMap<>();
        state.put("registry", (model.registered ? List.of(Model.TUBE) : List.of()) + " " + model.registryVersion);
        ModelTube tube = model.tube;
        if (tube != null) {
            state.put("tube", fields(tube));
            Map<String, Map<String, Double>> sets = new TreeMap<>();
            tube.sorted(job -> true, ModelJob.BY_SCORE)
                    .forEach(job -> sets.computeIfAbsent(set(job), set -> new LinkedHashMap<>())
                            .put(job.id.value(), job.score.value()));
            sets.forEach((set, members) -> state.put(set, members));
            if (!tube.window.sets.isEmpty()) {
                state.put("seen", tube.window.sets);
            }
            Map<String, Double> expiry = new TreeMap<>();
            tube.expiry.all().forEach(job -> expiry.put(job.id.value(), (double) job.expires()));
            state.put("expiry", expiry);
            tube.jobs.forEach((id, job) -> state.put("job " + id, stored(job)));
            tube.kept.sorted().forEach(kept -> state.put("kept " + kept.seen().id(), kept.text()));
        }
        return state;
    }

    private static Map<String, String> fields(ModelTube tube) {
        Map<String, String> fields = new TreeMap<>();
        fields.putAll(tube.limits.fields());
        fields.put("rev", Long.toString(tube.rev));
        fields.put("ttr", Long.toString(tube.settings.ttr().toMillis()));
        fields.put("maxAttempts", Integer.toString(tube.settings.maxAttempts()));
        RetrySettings retry = tube.settings.retry();
        String times = retry.first().toMillis() + " " + retry.most().toMillis();
        putIfThere(fields, "retry", retry.isNone() ? null : times + " " + retry.factor() + " " + retry.jitter());
        putIfThere(fields, "window", tube.window.stored);
        tube.kept.putFields(fields);
        putIfThere(fields, "expiry", tube.expiry.stored);
        putIfThere(fields, "expireTo", tube.settings.expireTo() == ExpireTo.BURY ? "bury" : null);
        Duration target = tube.settings.latenessTarget();
        putIfThere(fields, "latenessTarget", target.isZero() ? null : target.toMillis());
        putIfThere(fields, "successors", tube.hasSuccessors ? 1 : null);
        if (tube.window.stored != null
                || tube.kept.stored != null
                || tube.expiry.stored != null
                || tube.hasSuccessors) {
            fields.put("version", "4");
        }
        fields.put("lease", Long.toString(tube.lastLease));
        fields.put("sampled", "0");
        putIfThere(fields, "newest", tube.newest == 0 ? null : tube.newest);
        putIfThere(fields, "pausedUntil", tube.pausedUntil);
        putIfThere(fields, "pauseReason", tube.pauseReason);
        putIfThere(fields, "parkedUntil", tube.parkedUntil);
        putIfThere(fields, "priorities", tube.usesPriorities ? 1 : null);
        tube.totals.forEach((total, count) -> fields.put(total.redisField(), count.toString()));
        return withoutZeroTotals(fields);
    }

    private static void putIfThere(Map<String, String> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value.toString());
        }
    }

    /** Whether a total that is zero has a field does not matter. */
    private static Map<String, String> withoutZeroTotals(Map<String, String> fields) {
        Stream.of(TubeCounter.values()).forEach(total -> fields.remove(total.redisField(), "0"));
        return fields;
    }

    private static String set(ModelJob job) {
        return StoredTube.set(job.place, job.priority);
    }

    private static StoredJob stored(ModelJob job) {
        return new StoredJob(
                job.created,
                job.delay,
                job.ttr,
                job.priority,
                job.maxAttempts,
                job.payload.contentType(),
                job.tags,
                job.headers,
                job.payloadText(),
                job.noe,
                job.earlier,
                job.lease == null ? null : job.lease.value(),
                job.handedOut == null ? null : job.handedOut.value(),
                job.reason,
                failure(job),
                job.size,
                null,
                cancel(job),
                progress(job),
                checkpoint(job),
                job.window,
                job.storedExpiry(),
                job.bound,
                successor(job),
                Set.of());
    }

    private static @Nullable String successor(ModelJob job) {
        ModelSuccessor next = job.successor;
        return next == null ? null : StoredJob.successor(next.due(), next.bound() == null ? 0 : next.bound());
    }

    private static @Nullable String progress(ModelJob job) {
        Progress progress = job.progress;
        return progress == null || job.lease == null
                ? null
                : StoredJob.progress(
                        job.lease.value(), progress.at().toEpochMilli(), progress.percent(), progress.note());
    }

    private static @Nullable String checkpoint(ModelJob job) {
        Checkpoint checkpoint = job.checkpoint;
        return checkpoint == null
                ? null
                : StoredJob.checkpoint(
                        checkpoint.payload().contentType(), checkpoint.payload().bytes());
    }

    private static @Nullable String cancel(ModelJob job) {
        Cancellation cancelled = job.cancelled;
        return cancelled == null || job.lease == null
                ? null
                : StoredJob.cancel(job.lease.value(), cancelled.at().toEpochMilli(), cancelled.reason());
    }

    private static @Nullable String failure(ModelJob job) {
        ModelJob.Failure failure = job.failure;
        return failure == null || job.lease == null
                ? null
                : StoredJob.failure(job.lease.value(), failure.score().value(), failure.reason());
    }

    /** All but the two indexes of priorities, which the invariants look at. */
    static Map<String, Object> of(Stored stored) {
        Map<String, Object> state = new TreeMap<>();
        state.put("registry", stored.registered() + " " + stored.registryVersion());
        StoredTube tube = stored.tubes().get(Model.TUBE);
        if (tube != null && tube.exists()) {
            Map<String, String> fields = withoutZeroTotals(new TreeMap<>(tube.fields()));
            fields.remove("keptBytes");
            fields.computeIfPresent("pace", (name, value) -> String.valueOf(Double.parseDouble(value)));
            state.put("tube", fields);
            tube.jobSets().forEach((set, members) -> state.put(set, members));
            if (!tube.seen().isEmpty()) {
                state.put("seen", tube.seen());
            }
            state.put("expiry", new TreeMap<>(tube.set("expiry")));
            tube.jobs().forEach((id, job) -> state.put("job " + new JobId(id), job));
            tube.kept().forEach((id, kept) -> state.put("kept " + new JobId(id), kept.text()));
        }
        return state;
    }
}
