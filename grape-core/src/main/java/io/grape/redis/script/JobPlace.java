package io.grape.redis.script;

import io.grape.core.JobState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The places of a job: the sets of a tube. {@code places.lua} and {@code docs/storage.md} list the same ones in this
 * order.
 */
public enum JobPlace {
    /** Delivered, by the end of the lease. */
    RETAINED("retain", JobState.READY, JobState.RETAINED),
    FAILED("failed", JobState.FAILED, JobState.FAILED),
    /** Held back by a gate that matches a label. Each gate has a set of its own. */
    GATED("gated", JobState.GATED, JobState.GATED),
    /** Delayed and ready. Each priority except the default has a set of its own. */
    WAITING("delay", JobState.READY, JobState.DELAYED),
    /** Found in a set without a hash. A member is no live job: the tube counts it in a field with the set's name. */
    MISSING("missing", null, null);

    private static final List<JobPlace> LIVE =
            Stream.of(values()).filter(place -> place.due != null).toList();

    private final String set;
    private final @Nullable JobState due;
    private final @Nullable JobState later;

    JobPlace(String set, @Nullable JobState due, @Nullable JobState later) {
        this.set = set;
        this.due = due;
        this.later = later;
    }

    /** The places of live jobs. */
    public static List<JobPlace> live() {
        return LIVE;
    }

    /**
     * The place whose set has this key, by the end of the key: {@code delay:7}, {@code delay:7:eu} or
     * {@code gated:audit}.
     */
    public static Optional<JobPlace> of(String end) {
        return Stream.of(values()).filter(place -> place.has(end)).findFirst();
    }

    private boolean has(String end) {
        return switch (this) {
            case WAITING -> end.matches("delay(:[0-9]{1,10}(:[A-Za-z0-9._:~-]{1,128})?)?");
            case GATED -> end.matches("gated:[A-Za-z0-9._-]{1,64}");
            default -> end.equals(set);
        };
    }

    /** The end of its set's key. */
    public String set() {
        return set;
    }

    /** True if each priority has its own set. */
    public boolean isByPriority() {
        return this == WAITING;
    }

    /** True if each gate has its own set. */
    public boolean isByGate() {
        return this == GATED;
    }

    /** True if its members are not live jobs. */
    public boolean isApart() {
        return due == null;
    }

    /** The state of a live job there, whose due time has or has not come. */
    public JobState state(boolean isDue) {
        JobState state = isDue ? due : later;
        if (state == null) {
            throw new IllegalStateException("no live job is in " + set);
        }
        return state;
    }
}
