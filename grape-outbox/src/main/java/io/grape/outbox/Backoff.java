package io.grape.outbox;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses after consecutive failures: random, between half of a bound and the bound, which doubles. */
record Backoff(Duration first, Duration most) {
    private static final int MAX_DOUBLINGS = 20;

    /** The pause after so many failures in a row, from 1. */
    Duration after(int failures) {
        long bound = Math.min(most.toMillis(), first.toMillis() << Math.min(Math.max(failures, 1) - 1, MAX_DOUBLINGS));
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(bound / 2, bound + 1));
    }
}
