package io.grape.client;

import java.net.URI;
import java.time.Duration;

/**
 * What a client tells of its work, for metrics. Called on the thread on which it happens: to be quick, and to throw nothing.
 * {@code io.grape.client.metrics} has one for Micrometer.
 */
public interface ClientEvents {
    /** Listens to nothing. */
    ClientEvents NONE = new ClientEvents() {};

    /**
     * A call ended.
     *
     * @param call its name, such as {@code produce}
     * @param outcome {@code ok}, or the {@link ErrorCode} in lower case
     * @param took with all its attempts
     */
    default void called(String call, String outcome, Duration took) {}

    /** A call is sent once more. */
    default void repeated(String call) {}

    /** A broker gets no more calls for a while: it fails, or is much slower than the others. */
    default void ejected(URI broker, String why) {}

    /** It serves again. */
    default void restored(URI broker) {}

    /**
     * A handler returned or threw.
     *
     * @param outcome {@code finish}, {@code release}, {@code snooze}, {@code bury}, {@code timeout} where it took too long, or
     *     {@code lost} where the lease was
     * @param lateness of the hand-out, by Redis's clock
     */
    default void handled(String tube, String outcome, Duration took, Duration lateness) {}

    /** A lease was lost, or ran out, while its job was held. */
    default void leaseLost(String tube) {}

    /** A handler took longer than its timeout: it was interrupted, and its job released or buried. */
    default void timedOut(String tube) {}

    /** So many handlers more, or fewer, are past their timeout and still run: each keeps its place until it returns. */
    default void stuck(String tube, int change) {}

    /** So many workers more, or fewer, take jobs from a tube from now on. */
    default void working(String tube, int change) {}

    /** So many jobs more, or fewer, are held by a worker: waiting for a handler, with one, or for their acknowledgement. */
    default void held(String tube, int change) {}
}
