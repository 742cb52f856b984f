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
 * Whose turn it is: first what is never shed, then the tubes that miss their lateness target, then the other tubes, at last
 * looks. Used by one thread at a time.
 */
final class Turns {
    /** So many late tubes have a turn, then one of the others. */
    private static final int LATE_IN_A_ROW = 8;

    private final Deque<Ticket> first = new ArrayDeque<>();
    private final Map<TubeName, Ticket> late = new LinkedHashMap<>();
    private final Map<TubeName, Ticket> tubes = new LinkedHashMap<>();
    private final Deque<Look<?>> looks = new ArrayDeque<>();
    private final Predicate<TubeName> isLate;
    private int lateInARow;

    Turns(Predicate<TubeName> isLate) {
        this.isLate = isLate;
    }

    void addFirst(Ticket ticket) {
        first.add(ticket);
    }

    /** A tube waits once at a time. */
    void add(TubeName tube, Ticket ticket) {
        (isLate.test(tube) ? late : tubes).put(tube, ticket);
    }

    void addLook(Look<?> look) {
        looks.add(look);
    }

    /** The tube is one of those that go first, if it waits. */
    void raise(TubeName tube) {
        Ticket ticket = tubes.containsKey(tube) ? tubes.remove(tube) : late.remove(tube);
        if (ticket != null) {
            first.add(ticket);
        }
    }

    /** Other tubes are late than before. */
    void sort() {
        Map<TubeName, Ticket> all = new LinkedHashMap<>(late);
        all.putAll(tubes);
        late.clear();
        tubes.clear();
        all.forEach(this::add);
    }

    /** Those that wait. */
    Set<TubeName> tubes() {
        Set<TubeName> all = new HashSet<>(late.keySet());
        all.addAll(tubes.keySet());
        return all;
    }

    boolean hasFirst() {
        return !first.isEmpty();
    }

    /** Whether some wait that do not go first. */
    boolean hasOthers() {
        return !(late.isEmpty() && tubes.isEmpty() && looks.isEmpty());
    }

    boolean hasLooks() {
        return !looks.isEmpty();
    }

    @Nullable
    Ticket pollFirst() {
        return first.pollFirst();
    }

    /** The next of those that do not go first, null if there is none. */
    @Nullable
    Ticket poll(boolean isNewestLookFirst) {
        boolean isLateNext = !late.isEmpty() && (lateInARow < LATE_IN_A_ROW || tubes.isEmpty());
        lateInARow = isLateNext ? lateInARow + 1 : 0;
        Map<TubeName, Ticket> next = isLateNext ? late : tubes;
        if (next.isEmpty()) {
            return isNewestLookFirst ? looks.pollLast() : looks.pollFirst();
        }
        Iterator<Ticket> all = next.values().iterator();
        Ticket ticket = all.next();
        all.remove();
        return ticket;
    }

    /** Removes looks. */
    List<Look<?>> removeLooks(Predicate<Look<?>> condition) {
        List<Look<?>> removed = new ArrayList<>();
        looks.removeIf(look -> condition.test(look) && removed.add(look));
        return removed;
    }
}
