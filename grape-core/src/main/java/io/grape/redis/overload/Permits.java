package io.grape.redis.overload;

import io.grape.core.TubeName;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/** The permits of the work that is in flight to a node of Redis. {@link NodeQueue} limits their number. Thread-safe. */
final class Permits {
    private static final long NONE = Long.MIN_VALUE;

    private final Predicate<TubeName> isMoving;
    /** The oldest first. */
    private final Set<Permit> acquired = new LinkedHashSet<>();

    private volatile long oldest = NONE;

    /**
     * Nothing is in flight.
     *
     * @param isMoving whether the slot of a tube moves to another node
     */
    Permits(Predicate<TubeName> isMoving) {
        this.isMoving = isMoving;
    }

    /** Work in flight. */
    final class Permit {
        private final TubeName tube;
        private final long since = System.nanoTime();

        private Permit(TubeName tube) {
            this.tube = tube;
        }

        /** The reply has come. */
        void release() {
            synchronized (Permits.this) {
                acquired.remove(this);
                updateOldest();
            }
        }
    }

    synchronized Permit acquire(TubeName tube) {
        Permit permit = new Permit(tube);
        acquired.add(permit);
        updateOldest();
        return permit;
    }

    private void updateOldest() {
        Iterator<Permit> permits = acquired.iterator();
        oldest = permits.hasNext() ? permits.next().since : NONE;
    }

    /** How much work is in flight. */
    synchronized int size() {
        return acquired.size();
    }

    /** Whether something is in flight for so long because the node does not reply. Work that waits for a slot to move does not count. */
    boolean isOutFor(long nanos, long now) {
        long start = oldest;
        return start != NONE && now - start > nanos && isSilentFor(nanos, now);
    }

    private synchronized boolean isSilentFor(long nanos, long now) {
        return acquired.stream()
                .takeWhile(permit -> now - permit.since > nanos)
                .anyMatch(permit -> !isMoving.test(permit.tube));
    }
}
