package io.grape.core;

import java.util.Random;

/** The one source of randomness of a test run: {@code -Dgrape.seed} repeats it. Printed once. */
public final class Seed {
    private static final long VALUE = announced();

    private Seed() {}

    private static long announced() {
        Long given = Long.getLong("grape.seed");
        long seed = given != null ? given : new Random().nextLong();
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
