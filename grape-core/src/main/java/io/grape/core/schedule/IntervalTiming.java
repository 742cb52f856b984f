package io.grape.core.schedule;

import io.grape.core.Limits;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Occurs every so many milliseconds.
 *
 * @param every 1 s to 2^32-1 s
 * @param anchor an instant at which it occurs, or would, 1970 to 2200; the others are whole intervals away from it
 */
public record IntervalTiming(Duration every, Instant anchor) implements Timing {
    public static final Duration MIN_EVERY = Duration.ofSeconds(1);

    public IntervalTiming {
        Limits.checked("everyMs", every.toMillis(), MIN_EVERY.toMillis(), Limits.MAX_DURATION.toMillis());
        ScheduleSpec.checkInstant("anchor", anchor);
    }

    @Override
    public Instant after(Instant instant) {
        long step = every.toMillis();
        long since = instant.toEpochMilli() - anchor.toEpochMilli();
        return anchor.plusMillis((Math.floorDiv(since, step) + 1) * step);
    }

    @Override
    public Fell fellInto(Instant occurrence) {
        return Fell.NOTHING;
    }

    @Override
    public ZoneId zone() {
        return ZoneOffset.UTC;
    }
}
