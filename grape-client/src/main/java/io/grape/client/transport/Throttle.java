package io.grape.client.transport;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Sends less to a broker that sheds: adaptive throttling, as in chapter 21 of <i>Site Reliability Engineering</i>. An attempt
 * is held back with the probability (requests - 2 * accepts) / (requests + 1) of the last 30 s. So about twice as many
 * attempts are sent as the broker accepts, and it need not spend its time on refusals. If none was sent for 2 s, the next one
 * is not held back, so the client learns soon that the overload is over.
 *
 * <p>An attempt counts once it has its response, as a consume may wait for long. One without a response tells nothing of the
 * load; {@link Breaker} counts it.
 */
final class Throttle {
    private static final int SECONDS = 30;
    private static final double SENT_FOR_EACH_ACCEPTED = 2;

    private static final long LONGEST_SILENCE = TimeUnit.SECONDS.toNanos(2);

    private final RandomGenerator random;
    /** Marked: the accepted ones. */
    private final RecentCounts requests = new RecentCounts(SECONDS);

    private long sentAt;

    Throttle(RandomGenerator random) {
        this.random = random;
    }

    /** Whether the next attempt is held back. If so, it counts as a request that was not accepted. */
    synchronized boolean holdsBack(long now) {
        double probability = probability(now);
        boolean holds = probability > 0 && now - sentAt < LONGEST_SILENCE && random.nextDouble() < probability;
        if (holds) {
            requests.add(false, now);
        } else {
            sentAt = now;
        }
        return holds;
    }

    private double probability(long now) {
        int all = requests.all(now);
        return Math.max(0, (all - SENT_FOR_EACH_ACCEPTED * requests.marked(now)) / (all + 1));
    }

    /** The broker responded; unless it shed the call, it accepted it. */
    synchronized void responded(boolean accepted, long now) {
        requests.add(accepted, now);
    }
}
