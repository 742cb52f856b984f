package io.grape.server.beanstalkd;

import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.TreeSet;

/** When something happens by itself that changes what servers respond. Nothing is sent shortly before or after. */
final class FuzzDeadlines {
    /** So long before, nothing is sent. */
    private static final Duration BEFORE = Duration.ofMillis(500);
    /** So long before, a response is still what it would have been without it. */
    private static final Duration LEAST = Duration.ofMillis(100);
    /** It is counted from a response, so that it is in the past for both servers by then. */
    private static final Duration AFTER = Duration.ofMillis(300);
    /** What is later does not come while a round lasts. */
    private static final long MOST_SECONDS = 10_000;

    private final TreeSet<Long> coming = new TreeSet<>();
    private boolean havePassed;

    /** Something happens so many seconds from now. */
    void in(long seconds) {
        if (seconds > 0 && seconds <= MOST_SECONDS) {
            coming.add(System.nanoTime() + Duration.ofSeconds(seconds).toNanos());
        }
    }

    /** Sleeps where one is near. True when some have passed since the last time. */
    boolean pass() {
        while (!coming.isEmpty()) {
            long left = coming.first() - System.nanoTime();
            if (left > BEFORE.toNanos()) {
                break;
            }
            if (left < -AFTER.toNanos()) {
                coming.pollFirst();
                havePassed = true;
            } else {
                Sleep.millis(AFTER.plusNanos(left).toMillis() + 1);
            }
        }
        boolean have = havePassed;
        havePassed = false;
        return have;
    }

    /** Sleeps until all have passed. */
    void passAll() {
        if (!coming.isEmpty()) {
            long left = Math.max(0, coming.last() - System.nanoTime());
            Sleep.millis(AFTER.plusNanos(left).toMillis() + 1);
            coming.clear();
            havePassed = true;
        }
    }

    /** True when a command that has its response now may have met one. */
    boolean isMet() {
        return !coming.isEmpty() && coming.first() - System.nanoTime() < LEAST.toNanos();
    }
}
