package io.grape.bench.load;

import java.time.Instant;

/**
 * A job as a consume of version 1 answers it.
 *
 * @param noe 1 for the first delivery
 * @param dueMillis since 1970, by Redis's clock, as all here
 * @param lease the right to finish it
 * @param untilMillis the deadline of the lease
 */
public record Handout(String id, int noe, long dueMillis, long lease, long untilMillis) {
    private static final int LEASES_A_MILLI = 10;
    private static final byte[] ID = Http.ascii("{\"id\":\"");
    private static final byte[] NOE = Http.ascii("\"noe\":");
    private static final byte[] DUE = Http.ascii("\"dueAt\":\"");
    private static final byte[] LEASE = Http.ascii("\"lease\":\"");
    private static final byte[] UNTIL = Http.ascii("\"leaseUntil\":\"");

    /** Whether the response holds a job. */
    static boolean isIn(Response answer) {
        return answer.indexOf(ID, 0) >= 0;
    }

    /** The first job of a response. */
    static Handout read(Response answer) {
        return new Handout(
                text(answer, ID),
                Integer.parseInt(part(answer, NOE, ',')),
                Instant.parse(text(answer, DUE)).toEpochMilli(),
                Long.parseLong(text(answer, LEASE)),
                Instant.parse(text(answer, UNTIL)).toEpochMilli());
    }

    private static String text(Response answer, byte[] before) {
        return part(answer, before, '"');
    }

    private static String part(Response answer, byte[] before, char end) {
        int from = answer.indexOf(before, 0) + before.length;
        return answer.text(from, answer.indexOf(end, from));
    }

    /** When it was delivered, from the lease: that is the ms of Redis's clock times 1024, or a little more. */
    public long handedOutMillis() {
        return lease >> LEASES_A_MILLI;
    }
}
