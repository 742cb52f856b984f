package io.grape.redis.overload;

import io.grape.core.TubeName;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/** What is in flight to a node of Redis. Thread-safe. */
final class Places {
    private static final long NONE = Long.MIN_VALUE;

    private final Predicate<TubeName> isMoving;
    /** The oldest first. */
    private final Set<Place> taken = new LinkedHashSet<>();

    private volatile long oldest = NONE;

    /**
     * Nothing is in flight.
     *
     * @param isMoving whether the slot of a tube moves to another node
     */
    Places(Predicate<TubeName> isMoving) {
        this.isMoving = isMoving;
    }

    /** A place taken. */
    final class Place {
        private final TubeName tube;
        private final long since = System.nanoTime();

        private Place(TubeName tube) {
            this.tube = tube;
        }

        /** What was in flight is back. */
        void leave() {
            synchronized (Places.this) {
                taken.remove(this);
                noteOldest();
            }
        }
    }

    synchronized Place take(TubeName tube) {
        Place place = new Place(tube);
        taken.add(place);
        noteOldest();
        return place;
    }

    private void noteOldest() {
        Iterator<Place> places = taken.iterator();
        oldest = places.hasNext() ? places.next().since : NONE;
    }

    /** How many are taken. */
    synchronized int size() {
        return taken.size();
    }

    /** True if something is in flight for so long, as the node does not reply. It does to what waits for a slot to move. */
    boolean isOutFor(long nanos, long now) {
        long start = oldest;
        return start != NONE && now - start > nanos && isSilentFor(nanos, now);
    }

    private synchronized boolean isSilentFor(long nanos, long now) {
        return taken.stream()
                .takeWhile(place -> now - place.since > nanos)
                .anyMatch(place -> !isMoving.test(place.tube));
    }
}
