package io.grape.core.job;

import io.grape.core.Alphabet;
import io.grape.core.GrapeException;
import io.grape.core.Limits;

/**
 * What must hold a produced job before the response.
 *
 * @param replicas how many replicas of Redis, 0 to 9, in addition to the primary. 0 = the primary alone, as durable as
 *     its persistence. Source: {@code docs/guarantees.md#acknowledgement-levels}
 */
public record AckLevel(int replicas) {
    /** Redis has it in memory, and on disk by its own settings. */
    public static final AckLevel PRIMARY = new AckLevel(0);

    private static final String REPLICA = "replica:";
    private static final int MAX = 9;

    public AckLevel {
        Limits.checked("ack", replicas, 0, MAX);
    }

    /** Reads {@code memory}, {@code disk} or {@code replica:n}; anything else is BAD_REQUEST. */
    public static AckLevel parse(String wireName) {
        if (wireName.equals("memory") || wireName.equals("disk")) {
            return PRIMARY;
        }
        String count = wireName.startsWith(REPLICA) ? wireName.substring(REPLICA.length()) : "";
        if (!Alphabet.DIGITS.spells(count, 1) || count.equals("0")) {
            throw GrapeException.badValue("ack", "memory, disk or replica:1 to replica:" + MAX, "'" + wireName + "'");
        }
        return new AckLevel(Integer.parseInt(count));
    }
}
