package io.grape.redis.operation;

import io.grape.core.operation.OperationTask;
import io.grape.redis.script.PriorityWindow;
import io.grape.redis.script.TubeScripts;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The priorities that operations go through, from the lowest to the highest. They are read once for very many slices, as neither
 * index of a tube is in this order. A priority that comes into use later has no job of an operation that was begun before.
 */
final class OperationPriorities {
    /** Those that are read at once for one operation. */
    private static final int MAX_OF_ONE = 100_000;
    /** Those that are remembered for all operations, in 8 MB. */
    private static final int MAX_IN_ALL = 1_000_000;

    private final TubeScripts scripts;
    private final Map<String, Known> known = new LinkedHashMap<>(16, 0.75f, true);
    private int count;

    /** What was read for an operation in one turn of it. */
    private record Known(long turn, long after, PriorityWindow window) {
        boolean covers(OperationTask task, long priority) {
            long[] found = window.found();
            return turn == task.turn() && priority >= after && (!window.more() || priority < found[found.length - 1]);
        }
    }

    OperationPriorities(TubeScripts scripts) {
        this.scripts = scripts;
    }

    /** Some of those above one, in order; none where there is none. */
    CompletionStage<List<Long>> above(OperationTask task, long priority, int most) {
        Known before = find(task);
        return before != null && before.covers(task, priority)
                ? CompletableFuture.completedStage(before.window.above(priority, most))
                : scripts.prioritiesAbove(task.request().tube(), priority, MAX_OF_ONE)
                        .thenApply(read -> {
                            remember(task, new Known(task.turn(), priority, read));
                            return read.above(priority, most);
                        });
    }

    private synchronized @Nullable Known find(OperationTask task) {
        return known.get(task.id());
    }

    private synchronized void remember(OperationTask task, Known read) {
        forget(task);
        known.put(task.id(), read);
        count += read.window.found().length;
        Iterator<Known> oldest = known.values().iterator();
        while (count > MAX_IN_ALL && oldest.hasNext()) {
            count -= oldest.next().window.found().length;
            oldest.remove();
        }
    }

    /** An operation has ended. */
    synchronized void forget(OperationTask task) {
        Known before = known.remove(task.id());
        count -= before == null ? 0 : before.window.found().length;
    }
}
