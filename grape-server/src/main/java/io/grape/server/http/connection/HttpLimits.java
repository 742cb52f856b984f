package io.grape.server.http.connection;

import io.grape.core.Limits;
import io.grape.server.http.json.JsonRequests;
import io.grape.server.memory.Memory;
import io.grape.server.quota.CallerQuotas;
import io.grape.server.quota.QuotaLimits;
import io.grape.server.tcp.ReadShedding;
import java.time.Duration;

/**
 * How much to take on at one time.
 *
 * @param connections what comes beyond is for health and acknowledgements only
 * @param quotas how much of it one caller may take, at all listeners together
 * @param memory for bodies and answers, of all listeners together
 * @param time how long a request may take to come, beside a second for each 32 KiB of it
 * @param readTime how long a response may take to be read, likewise
 * @param resetTells for how long behind a response a reset tells that its client has not got it
 * @param shedding of what is read too late, of all listeners together
 */
public record HttpLimits(
        int connections,
        CallerQuotas quotas,
        Memory memory,
        Duration time,
        Duration readTime,
        Duration resetTells,
        ReadShedding shedding) {
    private static final Duration TIME = Duration.ofSeconds(30);
    /** What was thrown away is known by then: a client that closes has its reset sent at once. Later it may have read it. */
    private static final Duration RESET_TELLS = Duration.ofMillis(100);

    /** With as much as the usual for one caller. */
    public HttpLimits(int connections, Memory memory, Duration time) {
        this(connections, new CallerQuotas(QuotaLimits.usual(connections)), memory, time);
    }

    /** With one time for requests and responses, and the usual one in which a reset tells something. */
    public HttpLimits(int connections, CallerQuotas quotas, Memory memory, Duration time) {
        this(connections, quotas, memory, time, time, RESET_TELLS, ReadShedding.NEVER);
    }

    /** So many connections and payloads of that length, with the usual parts of the heap. */
    public static HttpLimits of(int connections, int maxPayload) {
        return new HttpLimits(connections, Memory.ofHeap(JsonRequests.MAX_BYTES, maxPayload), TIME);
    }

    /** So many connections and payloads of the usual length. */
    public static HttpLimits ofConnections(int connections) {
        return of(connections, Limits.USUAL_PAYLOAD_BYTES);
    }

    /** The same with other bounds of one caller. */
    public HttpLimits of(QuotaLimits one) {
        return new HttpLimits(connections, new CallerQuotas(one), memory, time, readTime, resetTells, shedding);
    }

    /** The same with another time for a request to come. */
    public HttpLimits time(Duration other) {
        return new HttpLimits(connections, quotas, memory, other, readTime, resetTells, shedding);
    }

    /** The same with another time for a response to be read. */
    public HttpLimits readTime(Duration other) {
        return new HttpLimits(connections, quotas, memory, time, other, resetTells, shedding);
    }

    /** The same with another time in which a reset tells something. */
    public HttpLimits resetTells(Duration other) {
        return new HttpLimits(connections, quotas, memory, time, readTime, other, shedding);
    }

    /** The same, shedding what is read too late. */
    public HttpLimits shedding(ReadShedding other) {
        return new HttpLimits(connections, quotas, memory, time, readTime, resetTells, other);
    }
}
