package io.grape.core;

/**
 * The right to finish, release, bury or touch one delivery of a job; on the wire a decimal string.
 *
 * <p>It strictly grows with every delivery of its tube, across restarts and failovers too: {@code max(last of the tube
 * + 1, Redis ms x 1024)}. So a worker's own database can use it as a fencing token: reject a lease lower than the
 * highest seen. Below 2^53 until the year 2248.
 */
public record Lease(long value) {
    /** The job's present lease, whoever holds it. Clients of Grape 1.3, which know no leases, mean this one. */
    public static final Lease CURRENT = new Lease(0);

    private static final int MAX_DIGITS = 16;
    private static final int PER_MILLISECOND = 1024;

    public Lease {
        if (value < 0) {
            throw GrapeException.badValue("lease", "a positive number", value);
        }
    }

    public static Lease parse(String text) {
        if (!Alphabet.DIGITS.spells(text, MAX_DIGITS) || text.charAt(0) == '0') {
            throw GrapeException.badValue("lease", "a decimal number of at most 16 digits", "'" + text + "'");
        }
        return new Lease(Long.parseLong(text));
    }

    /**
     * The approximate time of the delivery, in ms since 1970 by Redis's clock. It is too late if there were more than
     * 1024 deliveries a millisecond.
     */
    public long grantedAtMillis() {
        return value / PER_MILLISECOND;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
