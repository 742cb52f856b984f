package io.grape.client;

import io.grape.client.transport.Transport;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client of one or several brokers. One serves a whole process; it may be used by any number of threads. Each call waits for
 * its answer and fails with a {@link GrapeException}; {@link #async} has the same calls as futures. What each does at the
 * broker is in {@code docs/http.md}.
 */
public final class Grape implements AutoCloseable {
    private final Transport transport;
    private final AsyncGrape async;
    private final Tubes tubes;
    private final ClientEvents events;

    Grape(Transport transport, AsyncGrape async, ClientEvents events) {
        this.transport = transport;
        this.events = events;
        this.async = async;
        this.tubes = new Tubes(async.tubes());
    }

    /**
     * A client with the defaults of {@link GrapeBuilder}. Sends nothing yet.
     *
     * @param brokers such as {@code http://localhost:9521}; several, or the address of a balancer before them
     */
    public static Grape connect(String... brokers) {
        return builder()
                .brokers(Arrays.stream(brokers).map(URI::create).toList())
                .build();
    }

    /** Describes a client with settings of its own. */
    public static GrapeBuilder builder() {
        return new GrapeBuilder();
    }

    /** The same calls, none of which waits. */
    public AsyncGrape async() {
        return async;
    }

    /** What is done to tubes as a whole. */
    public Tubes tubes() {
        return tubes;
    }

    /**
     * The same client with another time for each call, in place of {@link GrapeBuilder#callTimeout}: over the same connections, and
     * closing it closes nothing.
     *
     * @param timeout more than 0, up to 1 day
     */
    public Grape within(Duration timeout) {
        AsyncGrape other = async.within(timeout);
        return new Grape(transport.within(timeout), other, events);
    }

    /** Whether {@link #close} was called: every call fails from then on. */
    public boolean isClosed() {
        return transport.isClosed();
    }

    /** Who is told of the work of this client. */
    public ClientEvents events() {
        return events;
    }

    /**
     * Produces a job that is due at once.
     *
     * @param ack what has to hold it before the call returns: one at most. Default: {@link AckLevel#DISK}
     */
    public <T> Produced produce(Tube<T> tube, T payload, AckLevel... ack) {
        return Futures.get(async.produce(tube, payload, ack));
    }

    /** Produces a job. An id that is live already is an answer, not a failure: {@link Produced#created()}. */
    public <T> Produced produce(Tube<T> tube, NewJob<? extends T> job) {
        return Futures.get(async.produce(tube, job));
    }

    /** Produces a job, and waits until it is held as asked for. */
    public <T> Produced produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
        return Futures.get(async.produce(tube, job, ack));
    }

    /**
     * Produces any number of jobs, in calls of up to 1000. One result each, in order; a bad job fails alone. What a broker
     * refuses for now is tried again, what it took is not.
     */
    public <T> List<Result<Produced>> produceAll(Tube<T> tube, List<? extends NewJob<? extends T>> jobs) {
        return Futures.get(async.produceAll(tube, jobs));
    }

    /** The same, and waits until all are held as asked for. */
    public <T> List<Result<Produced>> produceAll(Tube<T> tube, List<? extends NewJob<? extends T>> jobs, AckLevel ack) {
        return Futures.get(async.produceAll(tube, jobs, ack));
    }

    /**
     * Takes ready jobs, the most urgent first. Each is this caller's until its {@link Job#leaseUntil}, and wants an
     * {@link #acknowledge acknowledgement} before; a {@link io.grape.client.worker.Worker} does all that by itself.
     *
     * @param max 1 to 1000
     * @param wait for the first when none is ready, up to 60 s
     */
    public <T> List<Job<T>> consume(Tube<T> tube, int max, Duration wait) {
        return Futures.get(async.consume(tube, max, wait));
    }

    /** Says what becomes of a hand-out. Fails with {@link ErrorCode#LEASE_LOST} or {@link ErrorCode#JOB_NOT_FOUND}. */
    public Acknowledged acknowledge(String tube, Acknowledgement ack) {
        return Futures.get(async.acknowledge(tube, ack));
    }

    /** Says so of up to 1000. One result each, in order. */
    public List<Result<Acknowledged>> acknowledgeAll(String tube, List<? extends Acknowledgement> acks) {
        return Futures.get(async.acknowledgeAll(tube, acks));
    }

    /** Looks at a job without taking it; empty when it is not there. */
    public <T> Optional<Job<T>> peek(Tube<T> tube, String id) {
        return Futures.get(async.peek(tube, id));
    }

    /**
     * Looks at the jobs of a state.
     *
     * @param limit 1 to 1000
     * @param cursor {@link JobPage#next} of the page before; null for the first
     */
    public <T> JobPage<T> list(Tube<T> tube, JobState state, int limit, @Nullable String cursor) {
        return Futures.get(async.list(tube, state, limit, cursor));
    }

    /** Unschedules a job, which then nobody gets. One that a worker has just now stays. */
    public Deleted delete(Tube<?> tube, String id) {
        return Futures.get(async.delete(tube, id));
    }

    /** Removes a job though a worker has it: the worker's lease is lost. */
    public Deleted forceDelete(Tube<?> tube, String id) {
        return Futures.get(async.forceDelete(tube, id));
    }

    /** Makes a delayed or failed job ready; its attempts begin anew. */
    public Kicked kick(Tube<?> tube, String id) {
        return Futures.get(async.kick(tube, id));
    }

    /** Makes a delayed or failed job ready after a delay; its attempts begin anew. */
    public Kicked kick(Tube<?> tube, String id, Duration delay) {
        return Futures.get(async.kick(tube, id, delay));
    }

    /**
     * Makes up to {@code max} jobs ready, 1 to 1000: failed ones if there are any, else delayed ones. Returns how many. Not
     * repeated where it may have happened.
     */
    public int kickAll(Tube<?> tube, int max) {
        return Futures.get(async.kickAll(tube, max));
    }

    /**
     * Calls that have no answer yet fail with {@link ErrorCode#UNREACHABLE}, and so does each later one; idle connections end with
     * the memory of the client. Close the workers first: they give back what they hold.
     */
    @Override
    public void close() {
        transport.close();
    }
}
