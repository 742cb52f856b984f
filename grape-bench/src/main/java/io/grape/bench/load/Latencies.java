package io.grape.bench.load;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How long things took, to a ten-thousandth of each. */
public final class Latencies {
    private static final int DIGITS = 4;

    private final Histogram values;

    /** For one thread. */
    public Latencies() {
        this(new Histogram(DIGITS));
    }

    private Latencies(Histogram values) {
        this.values = values;
    }

    /** For several threads that add at the same time. */
    public static Latencies concurrent() {
        return new Latencies(new ConcurrentHistogram(DIGITS));
    }

    /** A value below 0, as clocks that differ make it, counts as 0. */
    public void add(long value) {
        values.recordValue(Math.max(0, value));
    }

    public long count() {
        return values.getTotalCount();
    }

    /**
     * The smallest value that at least this share of all values does not exceed; NaN when there is none.
     *
     * @param share 0.5 is the median, 1 the largest
     */
    public double percentile(double share) {
        return count() == 0 ? Double.NaN : values.getValueAtPercentile(100 * share);
    }
}
