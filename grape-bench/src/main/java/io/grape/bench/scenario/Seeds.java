package io.grape.bench.scenario;

import io.grape.bench.load.Ids;
import java.util.concurrent.ThreadLocalRandom;

/** Ids that no other connection and no earlier run has made. */
final class Seeds {
    private static final long EACH = 1L << 40;
    private static long next = ThreadLocalRandom.current().nextLong();

    private Seeds() {}

    /** A trillion of them. */
    static synchronized Ids ids() {
        next += EACH;
        return new Ids(next);
    }
}
