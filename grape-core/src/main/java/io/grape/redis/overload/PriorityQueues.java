package io.grape.redis.overload;

import io.grape.core.TubeName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The work that waits for a permit, by priority: tubes with acknowledgements, then tubes that miss their lateness target, then the other
 * tubes, then reads. Not thread-safe.
 */
final class PriorityQueues {
    /** After so many late tubes, one of the others follows. */
    private static final int LATE_IN_A_ROW = 8;

    private final Deque<QueuedWork> acknowledgements = new ArrayDeque<>();
    private final Map<TubeName, QueuedWork> late = new LinkedHashMap<>();
    private final Map<TubeName, QueuedWork> others = new LinkedHashMap<>();
    private final Deque<QueuedRead<?>> reads = new ArrayDeque<>();
    private final Predicate<TubeName> isLate;
    private int lateInARow;

    PriorityQueues(Predicate<TubeName> isLate) {
        this.isLate = isLate;
    }

    void addFirst(QueuedWork work) {
        acknowledgements.add(work);
    }

    /** A tube waits for one permit at a time. */
    void add(TubeName tube, QueuedWork work) {
        (isLate.test(tube) ? late : others).put(tube, work);
    }

    void addRead(QueuedRead<?> read) {
        reads.add(read);
    }

    /** Moves the tube to those that go first, if it waits. */
    void raise(TubeName tube) {
        QueuedWork work = others.containsKey(tube) ? others.remove(tube) : late.remove(tube);
        if (work != null) {
            acknowledgements.add(work);
        }
    }

    /** Sorts the tubes again, because others than before are late. */
    void sort() {
        Map<TubeName, QueuedWork> all = new LinkedHashMap<>(late);
        all.putAll(others);
        late.clear();
        others.clear();
        all.forEach(this::add);
    }

    /** The tubes that wait, except those that go first. */
    Set<TubeName> tubes() {
        Set<TubeName> all = new HashSet<>(late.keySet());
        all.addAll(others.keySet());
        return all;
    }

    boolean hasFirst() {
        return !acknowledgements.isEmpty();
    }

    /** Whether work waits that does not go first. */
    boolean hasOthers() {
        return !(late.isEmpty() && others.isEmpty() && reads.isEmpty());
    }

    boolean hasReads() {
        return !reads.isEmpty();
    }

    @Nullable
    QueuedWork pollFirst() {
        return acknowledgements.pollFirst();
    }

    /** The next work that does not go first; null if there is none. */
    @Nullable
    QueuedWork poll(boolean isNewestReadFirst) {
        boolean isLateNext = !late.isEmpty() && (lateInARow < LATE_IN_A_ROW || others.isEmpty());
        lateInARow = isLateNext ? lateInARow + 1 : 0;
        Map<TubeName, QueuedWork> next = isLateNext ? late : others;
        if (next.isEmpty()) {
            return isNewestReadFirst ? reads.pollLast() : reads.pollFirst();
        }
        Iterator<QueuedWork> all = next.values().iterator();
        QueuedWork work = all.next();
        all.remove();
        return work;
    }

    /** Removes the reads that meet a condition, and returns them. */
    List<QueuedRead<?>> removeReads(Predicate<QueuedRead<?>> condition) {
        List<QueuedRead<?>> removed = new ArrayList<>();
        reads.removeIf(read -> condition.test(read) && removed.add(read));
        return removed;
    }
}
