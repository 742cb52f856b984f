package io.grape.core.schedule;

import io.grape.catalog.ScheduleFields;
import io.grape.core.GrapeException;
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
    public IntervalTiming {
        ScheduleFields.EVERY.type().validated(every, ScheduleFields.EVERY.name(), GrapeException::badValue);
        ScheduleFields.ANCHOR.type().validated(anchor, ScheduleFields.ANCHOR.name(), GrapeException::badValue);
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
