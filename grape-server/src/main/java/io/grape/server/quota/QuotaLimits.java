package io.grape.server.quota;

/**
 * How many one may have.
 *
 * @param connections of one address
 * @param calls of one address, or of one user or token, that are being answered
 * @param waits the same of consumes that wait
 * @param streams of one address
 */
public record QuotaLimits(int connections, int calls, int waits, int streams) {
    /** Of everything one leaves a quarter to others. */
    private static final double PART_OF_ONE = 0.75;

    private static final int STREAMS = 150;

    /** What one may have of so many connections, unless it is told. */
    public static QuotaLimits usual(int connections) {
        int part = (int) Math.ceil(PART_OF_ONE * connections);
        return new QuotaLimits(part, part, part, STREAMS);
    }
}
