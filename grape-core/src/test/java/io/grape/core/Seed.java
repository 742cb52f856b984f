package io.grape.core;

import java.util.Random;

/**
 * The one source of randomness of a test run. Printed once. {@code -Dgrape.seed} sets it; where {@code CI} is set it is
 * fixed, so that a change is judged by the same run each time; elsewhere it is drawn.
 */
public final class Seed {
    private static final long FIXED = 20_260_101;

    private static final long VALUE = announced();

    private Seed() {}

    private static long announced() {
        long otherwise = System.getenv("CI") == null ? new Random().nextLong() : FIXED;
        long seed = Long.getLong("grape.seed", otherwise);
        System.out.println("grape.seed=" + seed);
        return seed;
    }

    public static long value() {
        return VALUE;
    }

    public static Random random() {
        return new Random(VALUE);
    }
}
