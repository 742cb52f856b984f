package io.grape.core.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Lease;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event of a job.
 *
 * @param at of a delivery: the approximate time
 * @param reason of a bury or a cancel: its beginning; of a gate: its name; of a move: the tube it came from
 * @param reasonBytes the size of the whole reason in UTF-8, if only its beginning is kept
 * @param delay of a produce, release, kick, change or hand-back; of an expired lease in a tube with a retry
 * @param lease of a delivery
 * @param noe of a delivery: its number since the produce or kick
 * @param lateness from the due time to the delivery
 * @param ran from the delivery to its end
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

    /** The end of a delivery. */
    public static JobEvent ended(JobEventType what, Instant at, Lease lease) {
        Duration ran = notNegative(Instant.ofEpochMilli(lease.grantedAtMillis()), at);
        return new JobEvent(what, at, null, null, null, null, null, null, ran);
    }

    /**
     * What happened to a job outside of its deliveries: a gate acted on it, it was moved, or it expired.
     *
     * @param reason the gate, the reason of its bury or expiry, or the tube that it came from
     * @param bytes the size of the whole reason
     */
    public static JobEvent apart(JobEventType what, Instant at, String reason, long bytes) {
        return new JobEvent(what, at, reason, null, null, null, null, null, null).cutFrom(bytes);
    }

    /** Its consumer was asked to stop. */
    public static JobEvent cancelled(Instant at, String reason, long bytes) {
        String said = reason.isEmpty() ? null : reason;
        return new JobEvent(JobEventType.CANCELLED, at, said, null, null, null, null, null, null).cutFrom(bytes);
    }

    /** A kick or a change in place, which may delay the job. */
    public static JobEvent delayed(JobEventType what, Instant at, Duration delay) {
        return new JobEvent(what, at, null, null, delay, null, null, null, null);
    }

    /** The same event with its delay. */
    public JobEvent with(Duration newDelay) {
        return new JobEvent(what, at, reason, reasonBytes, newDelay, lease, noe, lateness, ran);
    }

    /** The same event with its reason. */
    public JobEvent with(String newReason) {
        return new JobEvent(what, at, newReason, reasonBytes, delay, lease, noe, lateness, ran);
    }

    /** The same event with the size of its whole reason; unchanged if the reason was not cut. */
    public JobEvent cutFrom(long bytes) {
        boolean isCut = reason != null && bytes > reason.getBytes(UTF_8).length;
        return isCut ? new JobEvent(what, at, reason, bytes, delay, lease, noe, lateness, ran) : this;
    }

    private static Duration notNegative(Instant from, Instant to) {
        return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
    }
}
