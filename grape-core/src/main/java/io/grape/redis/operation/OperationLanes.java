package io.grape.redis.operation;

import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.redis.script.Lane;
import io.grape.redis.script.LaneQuery;
import io.grape.redis.script.LaneWindow;
import io.grape.redis.script.TubeScripts;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that operations go through, in their order. For an operation with a key these are only the lanes that may
 * have jobs of that key. They are read once for many slices, because no index of a tube has this order. A lane that is
 * new since the operation's start has no job of it.
 */
final class OperationLanes {
    /** The number that is read at once for one operation. */
    private static final int MAX_OF_ONE = 100_000;
    /** The number that is kept for all operations, in about 20 MB. */
    private static final int MAX_IN_ALL = 200_000;

    private final TubeScripts scripts;
    private final Map<String, Known> known = new LinkedHashMap<>(16, 0.75f, true);
    private int count;

    /** The lanes that were read during one turn of an operation. */
    private record Known(long turn, Lane after, LaneWindow window) {
        boolean covers(OperationTask task, Lane lane) {
            List<Lane> found = window.found();
            return turn == task.turn()
                    && lane.compareTo(after) >= 0
                    && (!window.more() || lane.compareTo(found.get(found.size() - 1)) < 0);
        }
    }

    OperationLanes(TubeScripts scripts) {
        this.scripts = scripts;
    }

    /** Some lanes after a given one, in order; empty if there are none. */
    CompletionStage<List<Lane>> above(OperationTask task, Lane lane, int most) {
        Known before = find(task);
        if (before != null && before.covers(task, lane)) {
            return CompletableFuture.completedStage(before.window.above(lane, most));
        }
        OperationRequest request = task.request();
        return scripts.lanes(
                        request.tube(),
                        new LaneQuery(lane, MAX_OF_ONE, request.tags().key()))
                .thenApply(read -> {
                    remember(task, new Known(task.turn(), lane, read));
                    return read.above(lane, most);
                });
    }

    private synchronized @Nullable Known find(OperationTask task) {
        return known.get(task.id());
    }

    private synchronized void remember(OperationTask task, Known read) {
        forget(task);
        known.put(task.id(), read);
        count += read.window.found().size();
        Iterator<Known> oldest = known.values().iterator();
        while (count > MAX_IN_ALL && oldest.hasNext()) {
            count -= oldest.next().window.found().size();
            oldest.remove();
        }
    }

    /** Removes an operation that has ended. */
    synchronized void forget(OperationTask task) {
        Known before = known.remove(task.id());
        count -= before == null ? 0 : before.window.found().size();
    }
}
