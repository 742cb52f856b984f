package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.FailureGroup;
import io.grape.core.job.FailureGroups;
import io.grape.core.job.JobHistories;
import io.grape.core.job.JobHistory;
import io.grape.redis.script.Script;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Runs the scripts for history and failures. */
public final class RedisJobHistories implements JobHistories {
    private static final Script HISTORY = Script.ofTube("history");
    private static final int MAX_CURSOR_DIGITS = 5;

    private final TubeScripts scripts;
    /** Reads in progress. */
    private final ConcurrentMap<TubeName, CompletableFuture<Grouped>> looks = new ConcurrentHashMap<>();

    /** The groups, largest first. */
    private record Grouped(List<FailureGroup> groups, int searched, long failed) {
        static Grouped of(FailureTally tally, FailuresRead found) {
            return new Grouped(tally.sorted(), found.read(), found.failed());
        }
    }

    public RedisJobHistories(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<JobHistory> history(TubeName tube, JobId id, CallContext context) {
        return scripts.look(HISTORY, tube, id, scripts.args(tube).add(id.value()), context)
                .thenApply(JobEvents::read);
    }

    @Override
    public CompletionStage<FailureGroups> failures(TubeName tube, int limit, @Nullable String cursor) {
        return Stages.call(() -> {
            Limits.checked("limit", limit, 1, Limits.MAX_BATCH);
            int skip = skip(cursor);
            return grouped(tube).thenApply(all -> page(all, skip, limit));
        });
    }

    /** Reads up to 10,000 reasons. Callers that ask for the same tube meanwhile share the response. */
    private CompletionStage<Grouped> grouped(TubeName tube) {
        CompletableFuture<Grouped> mine = new CompletableFuture<>();
        CompletableFuture<Grouped> known = looks.putIfAbsent(tube, mine);
        if (known != null) {
            return known;
        }
        FailureTally tally = new FailureTally();
        Stages.call(() -> FailureScan.newest(scripts, tube, tally::add))
                .thenApply(found -> Grouped.of(tally, found))
                .whenComplete((all, failure) -> {
                    looks.remove(tube);
                    if (failure == null) {
                        mine.complete(all);
                    } else {
                        mine.completeExceptionally(failure);
                    }
                });
        return mine;
    }

    private static FailureGroups page(Grouped grouped, int skip, int limit) {
        List<FailureGroup> all = grouped.groups();
        int from = Math.min(skip, all.size());
        int to = Math.min(all.size(), from + limit);
        String next = to < all.size() ? Integer.toString(to) : null;
        return new FailureGroups(all.subList(from, to), grouped.searched(), grouped.failed(), next);
    }

    private static int skip(@Nullable String cursor) {
        if (cursor == null) {
            return 0;
        }
        if (!cursor.matches("[0-9]{1," + MAX_CURSOR_DIGITS + "}")) {
            throw GrapeException.badValue("cursor", "what an earlier page named as next", "'" + cursor + "'");
        }
        return Integer.parseInt(cursor);
    }
}
