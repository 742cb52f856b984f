package io.grape.client;

/**
 * The right to finish, release, bury or touch one hand-out of a job.
 *
 * @param token grows strictly with every hand-out of a tube, across restarts and failovers: a fencing token for your own database
 */
public record Lease(long token) {
    /** Of the digits on the wire. */
    public static Lease of(String digits) {
        return new Lease(Long.parseLong(digits));
    }

    /** As the wire has it. */
    @Override
    public String toString() {
        return Long.toString(token);
    }
}
