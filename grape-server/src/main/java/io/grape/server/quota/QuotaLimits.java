package io.grape.server.quota;

/**
 * How many places one caller may have at one broker.
 *
 * @param connections of one address
 * @param calls of one address, or of one user or token, that are being answered
 * @param waits the same of consumes that wait
 * @param streams of one address
 */
public record QuotaLimits(int connections, int calls, int waits, int streams) {
    /** One caller leaves a quarter of everything to others. */
    private static final double PART_OF_ONE = 0.75;

    private static final int STREAMS = 150;

    /** The limits unless options set others: three quarters of the connections. */
    public static QuotaLimits usual(int connections) {
        int part = (int) Math.ceil(PART_OF_ONE * connections);
        return new QuotaLimits(part, part, part, STREAMS);
    }
}
