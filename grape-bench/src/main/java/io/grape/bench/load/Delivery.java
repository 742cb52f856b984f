package io.grape.bench.load;

import java.time.Instant;

/**
 * A job as the response to a consume of version 1 has it.
 *
 * @param noe 1 for the first delivery
 * @param dueMillis since 1970, by Redis's clock, as all here
 * @param lease the right to finish it
 * @param untilMillis the deadline of the lease
 */
public record Delivery(String id, int noe, long dueMillis, long lease, long untilMillis) {
    private static final int LEASES_A_MILLI = 10;
    private static final byte[] ID = Http.ascii("{\"id\":\"");
    private static final byte[] NOE = Http.ascii("\"attempt\":");
    private static final byte[] DUE = Http.ascii("\"dueAt\":\"");
    private static final byte[] LEASE = Http.ascii("\"lease\":\"");
    private static final byte[] UNTIL = Http.ascii("\"leaseUntil\":\"");

    /** Whether the response holds a job. */
    static boolean isIn(Response response) {
        return response.indexOf(ID, 0) >= 0;
    }

    /** The first job of a response. */
    static Delivery read(Response response) {
        return new Delivery(
                text(response, ID),
                Integer.parseInt(part(response, NOE, ',')),
                Instant.parse(text(response, DUE)).toEpochMilli(),
                Long.parseLong(text(response, LEASE)),
                Instant.parse(text(response, UNTIL)).toEpochMilli());
    }

    private static String text(Response response, byte[] before) {
        return part(response, before, '"');
    }

    private static String part(Response response, byte[] before, char end) {
        int from = response.indexOf(before, 0) + before.length;
        return response.text(from, response.indexOf(end, from));
    }

    /** When it was delivered, from the lease: that is the ms of Redis's clock times 1024, or a little more. */
    public long deliveredMillis() {
        return lease >> LEASES_A_MILLI;
    }
}
