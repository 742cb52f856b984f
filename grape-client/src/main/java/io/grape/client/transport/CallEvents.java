package io.grape.client.transport;

import java.net.URI;
import java.time.Duration;

/** Listens to events of calls and brokers. */
public interface CallEvents {
    /** Ignores all events. */
    CallEvents NONE = new CallEvents() {};

    /**
     * A call ended.
     *
     * @param outcome {@code ok}, {@code cancelled}, or the code of its failure in lower case
     * @param took with all its attempts
     */
    default void called(String call, String outcome, Duration took) {}

    /** A call is retried. */
    default void retried(String call) {}

    /**
     * A broker shed an attempt, as it is overloaded.
     *
     * @param why as the broker says: {@code delay}, {@code queue}, {@code memory}, {@code node}
     */
    default void shed(String call, String why) {}

    /** An attempt was not sent, because its broker sheds such calls. */
    default void throttled(String call) {}

    /** An attempt was not sent, because such calls fail at all brokers. */
    default void broken(String call) {}

    /** A broker gets no more calls for a while. */
    default void ejected(URI broker, String why) {}

    /** An ejected broker gets calls again. */
    default void restored(URI broker) {}
}
