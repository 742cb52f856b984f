package io.grape.client.worker;

import java.time.Duration;

/**
 * Notices that this process stood still, because it was stopped, or its machine was. Its connections stayed open meanwhile,
 * so a broker may have delivered jobs long before their response is read, and their leases may be over.
 *
 * <p>A timer ticks while the process runs. A gap between two ticks is a standstill; a starved process looks the same, which
 * only makes a lease look a little older than it is. All moments are those of {@link System#nanoTime}, which does not count
 * the time in which a whole machine sleeps.
 */
final class StandstillWatch {
    private static final long TICK_NANOS = Duration.ofMillis(200).toNanos();
    private static final long GAP_NANOS = Duration.ofMillis(600).toNanos();
    /** What arrived during a standstill is read within so long after it. */
    private static final long RECENT_NANOS = Duration.ofSeconds(2).toNanos();

    private boolean hasStood;
    private long stoodFrom;
    private long stoodUntil;
    private long lastTick;

    StandstillWatch(long now) {
        this.lastTick = now;
    }

    /** Ticks on this timer until it is closed. */
    void start(Timer timer) {
        timer.later(TICK_NANOS, () -> {
            tick(System.nanoTime());
            start(timer);
        });
    }

    synchronized void tick(long now) {
        if (now - lastTick > GAP_NANOS) {
            // Two standstills with a moment between them count as one: perhaps nothing was read in that moment.
            boolean isSame = hasStood && lastTick - stoodUntil < RECENT_NANOS;
            stoodFrom = isSame ? stoodFrom : lastTick;
            stoodUntil = now;
            hasStood = true;
        }
        lastTick = now;
    }

    /** The earliest moment at which a response that is read now may have arrived, after a call was sent. */
    synchronized long earliestArrival(long sentAt, long now) {
        // The first thread that runs after a standstill may be another one than the timer's.
        tick(now);
        boolean isRecent = hasStood && now - stoodUntil < RECENT_NANOS;
        long arrived = isRecent ? stoodFrom : now;
        return arrived - sentAt > 0 ? arrived : sentAt;
    }
}
