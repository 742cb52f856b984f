package io.grape.core.tube;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The lateness of deliveries, in classes. So the data of many brokers and minutes can be added up.
 *
 * @param deliveries their number per class, in the order of {@link #classOf}; empty classes at the end may be missing
 */
public record Lateness(List<Long> deliveries) {
    public static final Lateness NONE = new Lateness(List.of());

    /** The upper bound of each class in ms; the last class has none. */
    private static final long[] LONGEST = {
        1,
        2,
        5,
        10,
        20,
        50,
        100,
        200,
        500,
        1_000,
        2_000,
        5_000,
        10_000,
        30_000,
        60_000,
        300_000,
        1_800_000,
        3_600_000,
        21_600_000
    };

    /** The longest lateness in ms that is distinguished. */
    public static final long LONGEST_TOLD = LONGEST[LONGEST.length - 1];

    public static final int CLASSES = LONGEST.length + 1;

    public Lateness {
        deliveries = List.copyOf(deliveries);
    }

    /** The class of a lateness, 0 to {@link #CLASSES} - 1. */
    public static int classOf(Duration late) {
        long millis = late.toMillis();
        int at = 0;
        while (at < LONGEST.length && millis > LONGEST[at]) {
            at++;
        }
        return at;
    }

    /** The number of deliveries. */
    public long count() {
        return deliveries.stream().mapToLong(Long::longValue).sum();
    }

    public Lateness plus(Lateness more) {
        return new Lateness(IntStream.range(0, Math.max(deliveries.size(), more.deliveries.size()))
                .mapToLong(at -> of(at) + more.of(at))
                .boxed()
                .toList());
    }

    private long of(int at) {
        return at < deliveries.size() ? deliveries.get(at) : 0;
    }

    /**
     * A quantile in ms: the upper bound of the class in which this share of the deliveries ends. {@link #LONGEST_TOLD}
     * stands for any longer one too. Empty if there were no deliveries.
     *
     * @param share above 0, at most 1
     */
    public OptionalLong boundMillis(double share) {
        double wanted = Math.max(1, Math.ceil(share * count()));
        long upTo = 0;
        for (int at = 0; at < deliveries.size(); at++) {
            upTo += deliveries.get(at);
            if (upTo >= wanted) {
                return OptionalLong.of(LONGEST[Math.min(at, LONGEST.length - 1)]);
            }
        }
        return OptionalLong.empty();
    }

    /** The lateness of deliveries that were counted by class. */
    public static Lateness of(LongStream byClass) {
        return new Lateness(byClass.boxed().toList());
    }
}
