package io.grape.junit;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.server.app.TimeShiftBroker;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * The broker of a test, and its clock. Jobs become due, leases expire and pauses end by the broker's clock. It runs as
 * usual, and you can advance it: thirty days of retries take as long as the handlers do.
 *
 * <p>It knows the workers of {@link #client} and of every client with {@link #events}.
 */
public final class TestBroker implements AutoCloseable {
    private final TimeShiftBroker broker;
    private final Work work = new Work();
    private final Grape client;

    private TestBroker(TimeShiftBroker broker) {
        this.broker = broker;
        this.client = Grape.builder().brokers(broker.uri()).events(work).build();
    }

    static TestBroker start(String redisUri, String namespace) {
        return new TestBroker(TimeShiftBroker.start(redisUri, namespace));
    }

    /** Its address, for your own client. */
    public URI uri() {
        return broker.uri();
    }

    /** For your own client, so that the broker waits for its workers. */
    public ClientEvents events() {
        return work;
    }

    /** The client that a test gets as a parameter. */
    public Grape client() {
        return client;
    }

    /** The time by the broker's clock. */
    public Instant now() {
        return broker.now();
    }

    /**
     * Advances the clock, from due time to due time of the workers' tubes. At each it waits until the workers are idle,
     * so a job that is released comes back within the same call. Fails like {@link #runUntilIdle}.
     *
     * @param time 0 or more
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time: expected 0 or more, got " + time);
        }
        Instant end = now().plus(time);
        runUntilIdle();
        Instant next = work.next(client, end);
        while (next.isBefore(end)) {
            passUntil(next);
            next = work.next(client, end);
        }
        passUntil(end);
    }

    private void passUntil(Instant then) {
        Duration step = Duration.between(now(), then);
        broker.advance(step.isNegative() ? Duration.ZERO : step);
        runUntilIdle();
    }

    /**
     * Waits until the workers have done all jobs that are due. After ten seconds it fails with an IllegalStateException
     * that names what is left.
     */
    public void runUntilIdle() {
        work.awaitIdle(client);
    }

    @Override
    public void close() {
        client.close();
        broker.close();
    }
}
