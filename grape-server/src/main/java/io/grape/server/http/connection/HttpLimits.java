package io.grape.server.http.connection;

import io.grape.core.Limits;
import io.grape.server.admission.CallerLimits;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.admission.ReadShedding;
import io.grape.server.http.json.JsonRequests;
import java.time.Duration;

/**
 * How much to take on at one time.
 *
 * @param connections what comes beyond is for health and acknowledgements only
 * @param inFlight how much of it one caller may take, at all listeners together
 * @param memory for bodies and answers, of all listeners together
 * @param time how long a request may take to come, beside a second for each 32 KiB of it
 * @param readTime how long a response may take to be read, likewise
 * @param resetTells for how long behind a response a reset tells that its client has not got it
 * @param shedding of what is read too late, of all listeners together
 */
public record HttpLimits(
        int connections,
        InFlightLimits inFlight,
        MemoryBudgets memory,
        Duration time,
        Duration readTime,
        Duration resetTells,
        ReadShedding shedding) {
    private static final Duration TIME = Duration.ofSeconds(30);
    /** What was thrown away is known by then: a client that closes has its reset sent at once. Later it may have read it. */
    private static final Duration RESET_TELLS = Duration.ofMillis(100);

    /** With as much as the usual for one caller. */
    public HttpLimits(int connections, MemoryBudgets memory, Duration time) {
        this(connections, new InFlightLimits(CallerLimits.usual(connections)), memory, time);
    }

    /** With one time for requests and responses, and the usual one in which a reset tells something. */
    public HttpLimits(int connections, InFlightLimits inFlight, MemoryBudgets memory, Duration time) {
        this(connections, inFlight, memory, time, time, RESET_TELLS, ReadShedding.NEVER);
    }

    /** So many connections and payloads of that length, with the usual parts of the heap. */
    public static HttpLimits of(int connections, int maxPayload) {
        return new HttpLimits(connections, MemoryBudgets.ofHeap(JsonRequests.MAX_BYTES, maxPayload), TIME);
    }

    /** So many connections and payloads of the usual length. */
    public static HttpLimits ofConnections(int connections) {
        return of(connections, Limits.USUAL_PAYLOAD_BYTES);
    }

    /** The same with other bounds of one caller. */
    public HttpLimits of(CallerLimits one) {
        return new HttpLimits(connections, new InFlightLimits(one), memory, time, readTime, resetTells, shedding);
    }

    /** The same with another time for a request to come. */
    public HttpLimits time(Duration other) {
        return new HttpLimits(connections, inFlight, memory, other, readTime, resetTells, shedding);
    }

    /** The same with another time for a response to be read. */
    public HttpLimits readTime(Duration other) {
        return new HttpLimits(connections, inFlight, memory, time, other, resetTells, shedding);
    }

    /** The same with another time in which a reset tells something. */
    public HttpLimits resetTells(Duration other) {
        return new HttpLimits(connections, inFlight, memory, time, readTime, other, shedding);
    }

    /** The same, shedding what is read too late. */
    public HttpLimits shedding(ReadShedding other) {
        return new HttpLimits(connections, inFlight, memory, time, readTime, resetTells, other);
    }
}
