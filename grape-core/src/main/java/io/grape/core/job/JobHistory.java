package io.grape.core.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to a live job, the oldest first.
 *
 * @param dropped how many events of the past are not kept any more, those between its produce and the rest
 */
public record JobHistory(List<Event> events, long dropped) {
    public JobHistory {
        events = List.copyOf(events);
    }

    /** What can happen to a job. */
    public enum What {
        PRODUCED("produced"),
        CONSUMED("consumed"),
        RELEASED("released"),
        /** Its lease ran out. */
        EXPIRED("expired"),
        BURIED("buried"),
        KICKED("kicked"),
        /** Its consumer never got it, or gave it back. */
        HANDED_BACK("handedBack");

        private final String wireName;

        What(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /**
     * One thing that happened.
     *
     * @param at of a hand-out about when
     * @param reason of a bury, the beginning of it
     * @param reasonBytes how many bytes of UTF-8 the whole reason had, where only its beginning is kept
     * @param delay that a produce, a release, a kick or a hand-back for later asked for
     * @param lease of a hand-out
     * @param noe of a hand-out: the how manieth it was since the job was produced or kicked
     * @param lateness from when it was due to its hand-out
     * @param ran from its hand-out to what ended that
     */
    public record Event(
            What what,
            Instant at,
            @Nullable String reason,
            @Nullable Long reasonBytes,
            @Nullable Duration delay,
            @Nullable Lease lease,
            @Nullable Integer noe,
            @Nullable Duration lateness,
            @Nullable Duration ran) {
        public static Event produced(Instant at, Duration delay) {
            return new Event(What.PRODUCED, at, null, null, delay, null, null, null, null);
        }

        /**
         * A hand-out.
         *
         * @param due when the job was due
         */
        public static Event consumed(Lease lease, int noe, Instant due) {
            Instant at = Instant.ofEpochMilli(lease.grantedAtMillis());
            return new Event(What.CONSUMED, at, null, null, null, lease, noe, notNegative(due, at), null);
        }

        /** What ended a hand-out. */
        public static Event ended(What what, Instant at, Lease lease) {
            Duration ran = notNegative(Instant.ofEpochMilli(lease.grantedAtMillis()), at);
            return new Event(what, at, null, null, null, null, null, null, ran);
        }

        public static Event kicked(Instant at, Duration delay) {
            return new Event(What.KICKED, at, null, null, delay, null, null, null, null);
        }

        /** The same with the delay that came with it. */
        public Event with(Duration newDelay) {
            return new Event(what, at, reason, reasonBytes, newDelay, lease, noe, lateness, ran);
        }

        /** The same with the reason that came with it. */
        public Event with(String newReason) {
            return new Event(what, at, newReason, reasonBytes, delay, lease, noe, lateness, ran);
        }

        /** The same whose reason had so many bytes before it was cut; as it is when it was not. */
        public Event cutFrom(long bytes) {
            boolean isCut = reason != null && bytes > reason.getBytes(UTF_8).length;
            return isCut ? new Event(what, at, reason, bytes, delay, lease, noe, lateness, ran) : this;
        }

        private static Duration notNegative(Instant from, Instant to) {
            return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
        }
    }
}
