package io.grape.redis;

import io.grape.core.FailureGroups;
import io.grape.core.FailureSignature;
import io.grape.core.GrapeException;
import io.grape.core.Hindsight;
import io.grape.core.JobHistory;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs the scripts that look back. */
final class RedisHindsight implements Hindsight {
    private static final Script HISTORY = Script.ofTube("history");
    private static final int MAX_CURSOR_DIGITS = 5;

    private final TubeScripts scripts;

    RedisHindsight(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<JobHistory> history(TubeName tube, JobId id) {
        return scripts.runOrFail(HISTORY, tube, id, scripts.args(tube).add(id.value()))
                .thenApply(JobEvents::read);
    }

    @Override
    public CompletionStage<FailureGroups> failures(TubeName tube, int limit, @Nullable String cursor) {
        return Checked.call(() -> {
            Limits.checked("limit", limit, 1, Limits.MAX_BATCH);
            int skip = skip(cursor);
            return Reasons.newest(scripts, tube).thenApply(reasons -> page(reasons, skip, limit));
        });
    }

    private static FailureGroups page(Reasons reasons, int skip, int limit) {
        List<FailureGroups.Group> all = groups(reasons);
        int from = Math.min(skip, all.size());
        int to = Math.min(all.size(), from + limit);
        String next = to < all.size() ? Integer.toString(to) : null;
        return new FailureGroups(all.subList(from, to), reasons.found().size(), reasons.failed(), next);
    }

    private static List<FailureGroups.Group> groups(Reasons reasons) {
        Map<String, FailureGroups.Group> groups = new LinkedHashMap<>();
        for (Reasons.Failure one : reasons.found()) {
            String signature = FailureSignature.of(one.reason());
            FailureGroups.Group alone =
                    new FailureGroups.Group(signature, 1, one.at(), one.at(), one.id(), one.reason());
            groups.merge(
                    signature,
                    alone,
                    (known, older) -> new FailureGroups.Group(
                            signature,
                            known.count() + 1,
                            older.firstAt(),
                            known.lastAt(),
                            known.sample(),
                            known.reason()));
        }
        List<FailureGroups.Group> sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.comparingInt(FailureGroups.Group::count).reversed());
        return sorted;
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
