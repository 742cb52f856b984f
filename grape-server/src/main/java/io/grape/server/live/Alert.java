package io.grape.server.live;

import io.grape.core.TubeName;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody should look at.
 *
 * @param isBad whether jobs are in danger or stand still; else it is only a warning
 * @param tube null when it is about no tube
 * @param cause null unless it is {@link Code#LATENESS_TARGET}
 * @param detail numbers by their names on the wire; {@link #SINCE} where it is known since when
 */
public record Alert(
        boolean isBad,
        Code code,
        @Nullable TubeName tube,
        @Nullable LatenessCause cause,
        Map<String, Long> detail) {
    /** For how many ms it has been so. */
    static final String SINCE = "sinceMs";

    static final Comparator<Alert> WORST_FIRST = Comparator.comparing(Alert::isBad)
            .reversed()
            .thenComparing(Alert::code)
            .thenComparing(one -> -one.jobs())
            .thenComparing(Alert::tube, Comparator.nullsFirst(Comparator.naturalOrder()));

    public Alert {
        detail = Map.copyOf(detail);
    }

    /** What it is about. */
    public enum Code {
        /** Redis is set up so that jobs get lost. */
        REDIS_UNSAFE,
        /** Redis is nearly full. */
        REDIS_MEMORY,
        /** A broker died. */
        BROKER_LOST,
        /** Brokers shed calls. */
        OVERLOADED,
        /** The clock of this machine differs from Redis's. */
        CLOCK,
        /** Jobs are ready for long, and none was delivered for long. */
        NO_CONSUMER,
        /** Jobs wait longer than their tube wants. */
        LATENESS_TARGET,
        /** Jobs are delivered late, in a tube that does not say how long they should wait at most. */
        LATE,
        /** Jobs failed in the last hour. */
        FAILED_GROWING,
        /** A tube delivers nothing. */
        PAUSED
    }

    static Alert bad(Code code, @Nullable TubeName tube, Map<String, Long> detail) {
        return new Alert(true, code, tube, null, detail);
    }

    static Alert warning(Code code, @Nullable TubeName tube, Map<String, Long> detail) {
        return new Alert(false, code, tube, null, detail);
    }

    /** How many jobs it harms. */
    private long jobs() {
        return detail.getOrDefault("ready", detail.getOrDefault("buried", 0L));
    }

    boolean isOfStore() {
        return isBad && (code == Code.REDIS_UNSAFE || code == Code.REDIS_MEMORY);
    }
}
