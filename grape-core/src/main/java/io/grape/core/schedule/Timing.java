package io.grape.core.schedule;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** At which instants a schedule occurs, without an end. */
public sealed interface Timing permits CronTiming, IntervalTiming {
    /** The first occurrence after an instant, null if there is none. */
    @Nullable
    Instant after(Instant instant);

    /** Whether an occurrence has its instant because of a change of the clocks. */
    Fell fellInto(Instant occurrence);

    /** The time zone in which people read its occurrences. */
    ZoneId zone();
}
