package io.grape.server.admission;

/**
 * How many connections, calls, waits and streams one caller may have at one broker at the same time.
 *
 * @param connections of one address
 * @param calls calls in progress of one address, or of one user or token
 * @param waits waiting consumes, likewise
 * @param streams of one address
 */
public record CallerLimits(int connections, int calls, int waits, int streams) {
    /** One caller leaves a quarter of everything to others. */
    private static final double PART_OF_ONE = 0.75;

    private static final int STREAMS = 150;

    /** The limits unless options set others: three quarters of the connections. */
    public static CallerLimits usual(int connections) {
        int part = (int) Math.ceil(PART_OF_ONE * connections);
        return new CallerLimits(part, part, part, STREAMS);
    }
}
