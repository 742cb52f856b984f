package io.grape.client;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * When a schedule would occur.
 *
 * @param local in the time zone of the schedule
 * @param fell whether its local time does not exist or exists twice; null if it exists once
 */
public record SchedulePreview(
        Instant at,
        LocalDateTime local,
        ZoneOffset offset,
        @Nullable Fell fell) {
    /** How a change of the clocks concerns an occurrence. */
    public enum Fell {
        /** Its local time does not exist. */
        GAP,
        /** Its local time exists twice. */
        OVERLAP
    }
}
