package io.grape.client.transport;

import io.grape.client.transport.Circuit.Why;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to brokers. A call goes to one that is well and has little to do; where it fails and may be sent again, to another, as
 * long as its time and the budget of the client allow. {@code docs/client.md} tells the whole of it.
 */
public final class Transport implements AutoCloseable {
    private final TransportContext context;
    private final Duration timeout;
    private final boolean isView;

    /** What is by chance and by the clock; {@link #SYSTEM} for all but tests. */
    record Sources(RandomGenerator random, LongSupplier nanoClock) {
        static final Sources SYSTEM = new Sources(new SharedRandom(), System::nanoTime);
    }

    private static final class SharedRandom implements RandomGenerator {
        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }
    }

    /**
     * @param brokers base addresses
     * @param timeout of a call with all its attempts, beside the time that the broker is to wait
     * @param token sent as a bearer's; null: none
     */
    public Transport(List<URI> brokers, Duration timeout, @Nullable String token, CallEvents events) {
        this(brokers, timeout, token, events, Sources.SYSTEM);
    }

    Transport(List<URI> uris, Duration timeout, @Nullable String token, CallEvents events, Sources sources) {
        Threads threads = new Threads();
        LongSupplier clock = sources.nanoClock();
        HttpWire wire = new HttpWire(threads.workers(), token);
        EventPublisher publisher = new EventPublisher(events, clock);
        Brokers brokers = new Brokers(
                uris, sources.random(), clock, new Turnover(publisher, new HealthProbes(wire, threads, clock)));
        RetryBudget budget = new RetryBudget(clock);
        this.context = new TransportContext(
                wire,
                brokers,
                budget,
                new Backoff(sources.random()),
                threads,
                clock,
                publisher,
                new InFlightCalls(),
                new ConcurrencyLimit(ConcurrencyLimit.MAX));
        this.timeout = timeout;
        this.isView = false;
    }

    private Transport(TransportContext context, Duration timeout) {
        this.context = context;
        this.timeout = timeout;
        this.isView = true;
    }

    /** One that goes out is told of, and asked for its health from then on. */
    private record Turnover(EventPublisher events, HealthProbes probes) implements Brokers.Listener {
        @Override
        public void ejected(Brokers brokers, Broker broker, Why why, String detail) {
            events.ejected(broker, why, detail);
            probes.begin(brokers, broker);
        }

        @Override
        public void aloneFails(Broker broker, String detail) {
            events.aloneFails(broker, detail);
        }

        @Override
        public void restored(Broker broker, Why why) {
            events.restored(broker, why);
        }
    }

    /** The same with another timeout. To close it does nothing. */
    public Transport within(Duration other) {
        return new Transport(context, other);
    }

    /**
     * The response of a broker; fails with a {@link CallException} and nothing else. Cancelled, it closes its connection and is not
     * repeated.
     */
    public CompletableFuture<BrokerResponse> send(Call call) {
        return new CallExecution(context, call, timeout).start();
    }

    /** Whether it was closed, or what it is a view of. */
    public boolean isClosed() {
        return context.inFlight().isClosed();
    }

    /** Calls that have no response fail, and nothing is sent any more. */
    @Override
    public void close() {
        if (!isView) {
            context.inFlight().close();
            context.threads().close();
        }
    }
}
