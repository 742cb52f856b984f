package io.grape.redis.script;

import io.grape.core.JobState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a job can be: the sets of a tube. {@code places.lua} and {@code docs/storage.md} have the same ones, in this order. */
public enum JobPlace {
    /** Delivered, by the end of the lease. */
    RETAINED("retain", JobState.READY, JobState.RETAINED),
    FAILED("failed", JobState.FAILED, JobState.FAILED),
    /** Delayed and ready. Any but the default priority has a set of its own beside it. */
    WAITING("delay", JobState.READY, JobState.DELAYED),
    /** In a set while the hash was missing. A member is no live job: the tube counts it in a field named as the set. */
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

    /** The place with a set that a key of a tube is, by the end of the key: {@code delay:7}. */
    public static Optional<JobPlace> of(String end) {
        return Stream.of(values())
                .filter(place -> place.set.equals(place.isByPriority() ? end.replaceFirst(":[0-9]{1,10}$", "") : end))
                .findFirst();
    }

    /** What the key of its set ends with. */
    public String set() {
        return set;
    }

    /** True when priorities have sets of their own. */
    public boolean isByPriority() {
        return this == WAITING;
    }

    /** True when its members are not live jobs. */
    public boolean isApart() {
        return due == null;
    }

    /** The state of a live job there, whose score has come, or not yet. */
    public JobState state(boolean isDue) {
        JobState state = isDue ? due : later;
        if (state == null) {
            throw new IllegalStateException("no live job is in " + set);
        }
        return state;
    }
}
