package io.grape.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The median of several runs, and how far they lie apart. */
public record Spread(double median, double min, double max) {
    /** Of at least one value; with an even number the median is the mean of the middle two. */
    public static Spread of(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("values: expected at least one, got none");
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], Arrays.stream(sorted).max().orElseThrow());
    }

    /** {@code 12.3 (11.9-14.0)}, and the median alone where there is nothing else. */
    @Override
    public String toString() {
        return Double.compare(min, max) == 0
                ? number(median)
                : number(median) + " (" + number(min) + "-" + number(max) + ")";
    }

    static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        String format = size >= 100 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
