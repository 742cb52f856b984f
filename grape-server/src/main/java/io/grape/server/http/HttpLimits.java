package io.grape.server.http;

import io.grape.server.crowd.Crowd;
import io.grape.server.memory.Memory;
import java.time.Duration;

/**
 * How much to take on at one time.
 *
 * @param connections what comes beyond is for health and acknowledgements only
 * @param crowd how much of it one caller may take, at all doors together
 * @param memory for bodies and answers, of all doors together
 * @param time how long a request may take to come, and an answer to be taken, beside a second for each 32 KiB of it
 */
public record HttpLimits(int connections, Crowd crowd, Memory memory, Duration time) {
    private static final Duration TIME = Duration.ofSeconds(30);

    /** With as much as the usual for one caller. */
    public HttpLimits(int connections, Memory memory, Duration time) {
        this(connections, new Crowd(Crowd.Most.usual(connections)), memory, time);
    }

    /** So many connections, with the usual parts of the heap. */
    public static HttpLimits ofConnections(int connections) {
        return new HttpLimits(connections, Memory.ofHeap(JsonRequests.MAX_BYTES), TIME);
    }

    /** The same with other bounds of one caller. */
    public HttpLimits of(Crowd.Most one) {
        return new HttpLimits(connections, new Crowd(one), memory, time);
    }
}
