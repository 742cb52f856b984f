package io.grape.client.transport;

import io.grape.client.transport.Circuit.Why;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to brokers. A call goes to a healthy broker with few calls in flight. If it fails and may be retried, it
 * goes to another, within its deadline and the client's retry budget. If brokers are overloaded, it waits, and the client
 * sends less. See {@code docs/client.md}.
 */
public final class Transport implements AutoCloseable {
    private static final int MAX_PRESENT = 10_000;

    private final TransportContext context;
    private final CallOptions options;
    private final boolean isView;

    /** Randomness and clock; {@link #SYSTEM} except in tests. */
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
     * A transport over an HTTP client of its own.
     *
     * @param brokers base addresses
     * @param timeout of a call with all its attempts, in addition to the time that the broker waits
     * @param token the bearer token; null: none
     */
    public Transport(List<URI> brokers, Duration timeout, @Nullable String token, CallEvents events) {
        this(brokers, timeout, token, events, WireOptions.DEFAULT, Sources.SYSTEM);
    }

    /** A transport over a given HTTP client, or with a limit of its own for responses. */
    public Transport(
            List<URI> brokers, Duration timeout, @Nullable String token, CallEvents events, WireOptions options) {
        this(brokers, timeout, token, events, options, Sources.SYSTEM);
    }

    Transport(List<URI> uris, Duration timeout, @Nullable String token, CallEvents events, Sources sources) {
        this(uris, timeout, token, events, WireOptions.DEFAULT, sources);
    }

    private Transport(
            List<URI> uris,
            Duration timeout,
            @Nullable String token,
            CallEvents events,
            WireOptions options,
            Sources sources) {
        Threads threads = new Threads();
        LongSupplier clock = sources.nanoClock();
        HttpWire wire = new HttpWire(options, threads.workers(), token);
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
                new NameLookups(wire.pinsAddresses() ? uris : List.of(), brokers, threads),
                new ConcurrencyLimit(ConcurrencyLimit.MAX),
                new ConcurrencyLimit(ConcurrencyLimit.OF_URGENT),
                ConcurrentHashMap.newKeySet());
        this.options = CallOptions.of(timeout);
        this.isView = false;
    }

    private Transport(TransportContext context, CallOptions options) {
        this.context = context;
        this.options = options;
        this.isView = true;
    }

    /** A heartbeat of the presence call of a worker was read. */
    public void confirmPresence(String worker) {
        if (context.present().add(worker) && context.present().size() > MAX_PRESENT) {
            // Each living worker is added again by its next heartbeat, within a second.
            context.present().clear();
            context.present().add(worker);
        }
    }

    /**
     * Whether brokers may judge a worker by its presence call. If something on the way holds the call back, they would take its end for
     * the death of the worker, so that the worker must not name itself in its calls.
     */
    public boolean isPresenceConfirmed(String worker) {
        return context.present().contains(worker);
    }

    /** Reports ejected brokers, and probes them. */
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

        @Override
        public void breakerOpened(Broker broker, Traffic traffic, String detail) {
            events.breakerOpened(broker, traffic, detail);
        }

        @Override
        public void breakerClosed(Broker broker, Traffic traffic) {
            events.breakerClosed(broker, traffic);
        }
    }

    /** The same transport with another timeout. Closing it does nothing. */
    public Transport within(Duration other) {
        return new Transport(context, options.within(other));
    }

    /** The same transport, but calls that are shed or held back fail at once. Closing it does nothing. */
    public Transport failingIfShed() {
        return new Transport(context, options.failingIfShed());
    }

    /**
     * The same transport, for callers that wait for the result: the first attempt of a call runs on their thread, and a call that
     * succeeds at once is done when {@link #send} returns. Closing it does nothing.
     */
    public Transport blocking() {
        return new Transport(context, options.blocking());
    }

    /**
     * The same transport, but calls end on the threads of an executor, which may block. If it rejects a task, they end on those of
     * the client. Closing it does nothing.
     */
    public Transport endingOn(Executor threads) {
        Executor own = context.threads().workers();
        return new Transport(context, options.endingOn(task -> {
            try {
                threads.execute(task);
            } catch (RejectedExecutionException e) {
                own.execute(task);
            }
        }));
    }

    /**
     * The same transport for calls that carry what was counted before, with {@link #reserve}, and is reported by {@link #called}.
     * Closing it does nothing.
     */
    public Transport uncounted() {
        return new Transport(context, options.uncounted());
    }

    /** Whether callers wait for the results of their calls, so that no callbacks are attached to them. */
    public boolean isBlocking() {
        return options.blocks();
    }

    /** Where callbacks of calls run, which may block. It goes on after the close. */
    public Executor callbacks() {
        Executor given = options.threads();
        return given == null ? workers() : given;
    }

    /** The time limit of a call, in addition to the time that the broker waits. */
    public Duration timeout() {
        return options.timeout();
    }

    /**
     * Counts something that waits for a call and has so many bytes, as a call of its own would be. Throws a {@link CallException}
     * if there is no room for it. {@link #giveBack} ends it.
     */
    public void reserve(long bytes) {
        if (!context.inFlight().reserve(bytes)) {
            throw context.inFlight().full();
        }
    }

    /** What was reserved has ended. */
    public void giveBack(long bytes) {
        context.inFlight().giveBack(bytes);
    }

    /** Reports the end of something that a call carried. */
    public void called(String call, String outcome, Duration took) {
        context.events().called(call, outcome, took);
    }

    /**
     * The response of a broker. Fails only with a {@link CallException}. A cancel closes the connection, and the call
     * is not retried.
     */
    public CompletableFuture<BrokerResponse> send(Call call) {
        context.lookups().begin();
        return new CallExecution(context, call, options).start();
    }

    /**
     * Opens a response that goes on, at a healthy broker. The future completes normally when the broker ends it, and fails with a
     * {@link CallException} if there is none or it breaks. A cancel closes the connection.
     *
     * @param onPart receives the head of the response with each part of the body, and must not block
     */
    public CompletableFuture<Void> stream(String target, Consumer<HttpHeaders> onPart) {
        context.lookups().begin();
        return new StreamCall(context, target, onPart).start();
    }

    /** Completes after a pause, or when the transport is closed. */
    public CompletableFuture<@Nullable Void> pause(Duration time) {
        CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
        context.inFlight().onClose(over, () -> over.complete(null));
        var unused = context.threads().after(time.toNanos(), () -> over.complete(null));
        return over;
    }

    /** Runs work that may block, such as users' callbacks. It goes on after the close. */
    public Executor workers() {
        return context.threads().workers();
    }

    /** Whether this transport, or the one it is a view of, was closed. */
    public boolean isClosed() {
        return context.inFlight().isClosed();
    }

    /** Calls without a response fail. Later calls fail, too. */
    @Override
    public void close() {
        if (!isView) {
            context.inFlight().close();
            context.threads().close();
            context.wire().close();
        }
    }
}
