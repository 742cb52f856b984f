package io.grape.client;

import java.net.URI;
import java.time.Duration;

/**
 * The events of a client, for metrics. Methods are called on the thread of the event: they must be fast and must not
 * throw. {@code io.grape.client.metrics} has an implementation for Micrometer.
 */
public interface ClientEvents {
    /** Ignores all events. */
    ClientEvents NONE = new ClientEvents() {};

    /**
     * A call ended.
     *
     * @param call its name, such as {@code produce}
     * @param outcome {@code ok}, or the {@link ErrorCode} in lower case
     * @param took with all its attempts
     */
    default void called(String call, String outcome, Duration took) {}

    /** A call is retried. */
    default void retried(String call) {}

    /**
     * A broker shed an attempt of a call, as it is overloaded.
     *
     * @param why {@code delay}, {@code queue}, {@code memory}, {@code node} or {@code other}
     */
    default void shed(String call, String why) {}

    /** An attempt of a call was held back, as its broker sheds such calls. */
    default void throttled(String call) {}

    /** An attempt of a call was held back, as such calls fail at all brokers. */
    default void broken(String call) {}

    /** A broker was ejected: it gets no calls for a while, because it fails or is much slower than the others. */
    default void ejected(URI broker, String why) {}

    /** An ejected broker gets calls again. */
    default void restored(URI broker) {}

    /**
     * A handler returned or threw.
     *
     * @param outcome {@code finish}, {@code release}, {@code snooze}, {@code bury}, {@code timeout} if it took too
     *     long, or {@code lost} if the lease was lost
     * @param lateness of the delivery, by Redis's clock
     */
    default void handled(String tube, String outcome, Duration took, Duration lateness) {}

    /** A lease was lost or expired while its job was held. */
    default void leaseLost(String tube) {}

    /** A handler took longer than its timeout: it was interrupted, and its job released or buried. */
    default void timedOut(String tube) {}

    /**
     * The number of handlers that are past their timeout and still run has changed. Each keeps its place until it
     * returns.
     */
    default void stuck(String tube, int change) {}

    /** The number of workers that take jobs from a tube has changed. */
    default void working(String tube, int change) {}

    /**
     * The number of jobs that a worker holds has changed. They wait for a handler, are with one, or wait for their
     * acknowledgement.
     */
    default void held(String tube, int change) {}

    /** A job was written into a buffer. */
    default void buffered(String tube) {}

    /**
     * A job left a buffer.
     *
     * @param outcome {@code sent}, {@code existed} if the broker knew its id and made no job, {@code expired} if it was too
     *     old, or the {@link ErrorCode}, in lower case, with which a broker refused it for good
     */
    default void unbuffered(String tube, String outcome) {}

    /**
     * A buffer had no room for a job, which was not written.
     *
     * @param buffer the name of its directory
     */
    default void bufferFull(String buffer) {}

    /** Bytes of a buffer were skipped, as they are no record, or a record could not be read as a job. */
    default void bufferDamaged(String buffer) {}

    /** The listener to dropped jobs of a buffer threw. The job is in {@code dropped.jsonl}. */
    default void dropListenerFailed(String buffer) {}

    /** So many dropped jobs of a buffer are not kept any longer, as there are too many of them. */
    default void droppedForgotten(String buffer, long jobs) {}

    /**
     * What is in a buffer now; about once a second.
     *
     * @param jobs those that no broker has confirmed yet
     * @param bytes of its files
     * @param oldestAge of the first of these jobs; 0 if there is none
     */
    default void bufferState(String buffer, long jobs, long bytes, Duration oldestAge) {}
}
