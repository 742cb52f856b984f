package io.grape.core.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Lease;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened.
 *
 * @param at of a delivery about when
 * @param reason of a bury, the beginning of it
 * @param reasonBytes how many bytes of UTF-8 the whole reason had, where only its beginning is kept
 * @param delay that a produce, a release, a kick or a hand-back for later asked for
 * @param lease of a delivery
 * @param noe of a delivery: the how manieth it was since the job was produced or kicked
 * @param lateness from when it was due to its delivery
 * @param ran from its delivery to what ended that
 */
public record JobEvent(
        JobEventType what,
        Instant at,
        @Nullable String reason,
        @Nullable Long reasonBytes,
        @Nullable Duration delay,
        @Nullable Lease lease,
        @Nullable Integer noe,
        @Nullable Duration lateness,
        @Nullable Duration ran) {
    public static JobEvent produced(Instant at, Duration delay) {
        return new JobEvent(JobEventType.PRODUCED, at, null, null, delay, null, null, null, null);
    }

    /**
     * A delivery.
     *
     * @param due when the job was due
     */
    public static JobEvent consumed(Lease lease, int noe, Instant due) {
        Instant at = Instant.ofEpochMilli(lease.grantedAtMillis());
        return new JobEvent(JobEventType.CONSUMED, at, null, null, null, lease, noe, notNegative(due, at), null);
    }

    /** JobEventType ended a delivery. */
    public static JobEvent ended(JobEventType what, Instant at, Lease lease) {
        Duration ran = notNegative(Instant.ofEpochMilli(lease.grantedAtMillis()), at);
        return new JobEvent(what, at, null, null, null, null, null, null, ran);
    }

    public static JobEvent kicked(Instant at, Duration delay) {
        return new JobEvent(JobEventType.KICKED, at, null, null, delay, null, null, null, null);
    }

    /** The same with the delay that came with it. */
    public JobEvent with(Duration newDelay) {
        return new JobEvent(what, at, reason, reasonBytes, newDelay, lease, noe, lateness, ran);
    }

    /** The same with the reason that came with it. */
    public JobEvent with(String newReason) {
        return new JobEvent(what, at, newReason, reasonBytes, delay, lease, noe, lateness, ran);
    }

    /** The same whose reason had so many bytes before it was cut; as it is when it was not. */
    public JobEvent cutFrom(long bytes) {
        boolean isCut = reason != null && bytes > reason.getBytes(UTF_8).length;
        return isCut ? new JobEvent(what, at, reason, bytes, delay, lease, noe, lateness, ran) : this;
    }

    private static Duration notNegative(Instant from, Instant to) {
        return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
    }
}
