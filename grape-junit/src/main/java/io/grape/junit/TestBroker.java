package io.grape.junit;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
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
    private final BrokerProcess process;
    private final long logBegin;
    private final String name;
    private final URI uri;
    private final Work work = new Work();
    private final Grape client;

    private TestBroker(BrokerProcess process, long logBegin, String name, URI uri) {
        this.process = process;
        this.logBegin = logBegin;
        this.name = name;
        this.uri = uri;
        this.client = Grape.builder().brokers(uri).events(work).build();
    }

    static TestBroker start() {
        BrokerProcess process = BrokerProcess.shared();
        long logBegin = process.logged();
        String[] nameAndUri = process.call("start").split(" ", -1);
        return new TestBroker(process, logBegin, nameAndUri[0], URI.create(nameAndUri[1]));
    }

    /** Its address, for your own client. */
    public URI uri() {
        return uri;
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
        return Instant.parse(process.call("now " + name));
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
        process.call("advance " + name + ' ' + (step.isNegative() ? Duration.ZERO : step));
        runUntilIdle();
    }

    /**
     * Waits until the workers have done all jobs that are due. After ten seconds it fails with an IllegalStateException
     * that names what is left.
     */
    public void runUntilIdle() {
        work.awaitIdle(client);
    }

    /** What the brokers have logged since the start of this one: nothing, unless something is wrong. */
    String log() {
        return process.logSince(logBegin);
    }

    @Override
    public void close() {
        client.close();
        process.call("close " + name);
    }
}
