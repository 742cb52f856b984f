package io.grape.client.transport;

import java.net.URI;
import java.time.Duration;

/** Who is told of calls and brokers. */
public interface CallEvents {
    /** Listens to nothing. */
    CallEvents NONE = new CallEvents() {};

    /**
     * A call ended.
     *
     * @param outcome {@code ok}, {@code cancelled}, or the code of its failure in lower case
     * @param took with all its attempts
     */
    default void called(String call, String outcome, Duration took) {}

    /** A call is sent once more. */
    default void repeated(String call) {}

    /** A broker gets no more calls for a while. */
    default void ejected(URI broker, String why) {}

    /** It serves again. */
    default void restored(URI broker) {}
}
