package io.grape.redis.model;

import java.util.Comparator;
import java.util.Locale;

/**
 * A place in time.
 *
 * @param due ms since 1970
 * @param order among those that came to the same place: the first 0, each other one more than the highest that is there
 */
record Score(long due, int order) implements Comparable<Score> {
    private static final Comparator<Score> IN_TIME =
            Comparator.comparingLong(Score::due).thenComparingInt(Score::order);

    static Score at(long due) {
        return new Score(due, 0);
    }

    /** As Redis holds it: the order is counted in smallest fractions, in five digits. */
    double value() {
        double step = Math.max(0x1p-12, Math.ulp((double) due));
        return order == 0
                ? due
                : Double.parseDouble(String.format(Locale.ROOT, "%d.%05d", due, (long) (order * step * 100_000)));
    }

    @Override
    public int compareTo(Score other) {
        return IN_TIME.compare(this, other);
    }
}
