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
 * The priorities that operations go through, in ascending order. They are read once for many slices, because no index
 * of a tube has this order. A priority that is new since the operation's start has no job of it.
 */
final class OperationPriorities {
    /** The number that is read at once for one operation. */
    private static final int MAX_OF_ONE = 100_000;
    /** The number that is kept for all operations, in 8 MB. */
    private static final int MAX_IN_ALL = 1_000_000;

    private final TubeScripts scripts;
    private final Map<String, Known> known = new LinkedHashMap<>(16, 0.75f, true);
    private int count;

    /** The priorities that were read during one turn of an operation. */
    private record Known(long turn, long after, PriorityWindow window) {
        boolean covers(OperationTask task, long priority) {
            long[] found = window.found();
            return turn == task.turn() && priority >= after && (!window.more() || priority < found[found.length - 1]);
        }
    }

    OperationPriorities(TubeScripts scripts) {
        this.scripts = scripts;
    }

    /** Some priorities above a given one, in order; empty if there are none. */
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

    /** Removes an operation that has ended. */
    synchronized void forget(OperationTask task) {
        Known before = known.remove(task.id());
        count -= before == null ? 0 : before.window.found().length;
    }
}
