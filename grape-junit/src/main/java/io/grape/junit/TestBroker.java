package io.grape.junit;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.server.app.TimeShiftBroker;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * The broker of a test, and its time. Jobs become due, leases run out and pauses end by the broker's clock, which goes on as
 * ever and can be put ahead: thirty days of retries take as long as their handlers do.
 *
 * <p>It knows the workers of {@link #client} and of every client that was built with {@link #events}.
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

    /** Where it is, for a client of your own. */
    public URI uri() {
        return broker.uri();
    }

    /** For a client of your own, so that its workers are waited for. */
    public ClientEvents events() {
        return work;
    }

    /** The client that a test gets as its parameter. */
    public Grape client() {
        return client;
    }

    /** The time by the broker's clock. */
    public Instant now() {
        return broker.now();
    }

    /**
     * Lets so much time pass, from due time to due time of the tubes that workers take jobs from: at each it waits until they are
     * idle, so that what they release comes back within the same step. Fails as {@link #runUntilIdle} does.
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
     * Waits until workers have done all that is due. Fails with an IllegalStateException that says what is left where that takes
     * more than ten seconds.
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
