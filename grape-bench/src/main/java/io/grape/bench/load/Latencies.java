package io.grape.bench.load;

import java.util.Arrays;

/** Every single value, so that a percentile is one that occurred. */
public final class Latencies {
    private long[] values = new long[1024];
    private int count;
    private boolean sorted;

    public void add(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
        sorted = false;
    }

    public int count() {
        return count;
    }

    /**
     * The smallest value that at least this share of all values does not exceed; NaN when there is none.
     *
     * @param share 0.5 is the median, 1 the largest
     */
    public double percentile(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        if (!sorted) {
            Arrays.sort(values, 0, count);
            sorted = true;
        }
        return values[Math.max(0, (int) Math.ceil(share * count) - 1)];
    }
}
