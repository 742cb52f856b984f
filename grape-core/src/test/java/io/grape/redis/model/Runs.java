package io.grape.redis.model;

import io.grape.core.JobId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A batch, cut into what is done at once: no job twice, and no more than a run of a script takes. */
final class Runs {
    private Runs() {}

    static <T> List<List<T>> of(List<? extends T> items, Function<T, JobId> id) {
        List<List<T>> runs = new ArrayList<>();
        Set<JobId> ids = new HashSet<>();
        for (T item : items) {
            if (runs.isEmpty() || ids.size() == ModelTube.RUN || ids.contains(id.apply(item))) {
                runs.add(new ArrayList<>());
                ids.clear();
            }
            ids.add(id.apply(item));
            runs.get(runs.size() - 1).add(item);
        }
        return runs;
    }
}
