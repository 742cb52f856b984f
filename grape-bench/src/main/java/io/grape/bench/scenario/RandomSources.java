package io.grape.bench.scenario;

import io.grape.bench.load.Ids;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** Where what differs from job to job comes from. */
final class RandomSources {
    private static final long SEED = 1;
    private static final long EACH = 1L << 40;
    private static long next = ThreadLocalRandom.current().nextLong();

    private RandomSources() {}

    /** The same numbers in every run, so that runs can be compared. */
    static SplittableRandom random() {
        return new SplittableRandom(SEED);
    }

    /** A trillion ids that no other connection and no earlier run has made. */
    static synchronized Ids ids() {
        next += EACH;
        return new Ids(next);
    }
}
