package io.grape.server.beanstalkd;

import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.TreeSet;

/** When something happens by itself that changes what servers respond. Nothing is sent within {@link #MARGIN} of it. */
final class FuzzDeadlines {
    private static final Duration MARGIN = Duration.ofMillis(500);
    /** Before a deadline, a response is still what it would have been without it. */
    private static final Duration LEAST = Duration.ofMillis(100);
    /** What is later does not come while a round lasts. */
    private static final long MOST_SECONDS = 10_000;

    private final TreeSet<Long> coming = new TreeSet<>();

    /** Something happens so many seconds from now. */
    void in(long seconds) {
        if (seconds > 0 && seconds <= MOST_SECONDS) {
            coming.add(System.nanoTime() + Duration.ofSeconds(seconds).toNanos());
        }
    }

    /** Sleeps where one is near. True when some have passed since the last time. */
    boolean pass() {
        boolean havePassed = false;
        while (!coming.isEmpty()) {
            long left = coming.first() - System.nanoTime();
            if (left > MARGIN.toNanos()) {
                break;
            }
            if (left < -MARGIN.toNanos()) {
                coming.pollFirst();
                havePassed = true;
            } else {
                Sleep.millis(MARGIN.plusNanos(left).toMillis() + 1);
            }
        }
        return havePassed;
    }

    /** Sleeps until all have passed. */
    void passAll() {
        if (!coming.isEmpty()) {
            Sleep.millis(MARGIN.plusNanos(Math.max(0, coming.last() - System.nanoTime()))
                    .toMillis());
        }
    }

    /** True when a command that has its response now may have met one. */
    boolean isMet() {
        return !coming.isEmpty() && coming.first() - System.nanoTime() < LEAST.toNanos();
    }
}
