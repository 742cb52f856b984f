package io.grape.client;

/**
 * The right to finish, release, bury or touch one delivery of a job.
 *
 * @param token grows strictly with every delivery of a tube, across restarts and failovers: a fencing token for your
 *     own database
 */
public record Lease(long token) {
    /** The lease of the digits on the wire. */
    public static Lease of(String digits) {
        return new Lease(Long.parseLong(digits));
    }

    /** The digits on the wire. */
    @Override
    public String toString() {
        return Long.toString(token);
    }
}
