package io.grape.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Drives connections in a closed loop: each sends its next request when the response to the last one is there.
 *
 * <p>One thread does it all. A thread for each connection would cost more CPU than the broker that is measured, on a machine
 * which both share: a wake-up is dearer than the request that it is for.
 */
public final class Loop {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long IDLE_MILLIS = 1;

    private final Selector selector;
    private final List<Connection> connections = new ArrayList<>();

    private Loop(Selector selector) {
        this.selector = selector;
    }

    /** Drives each talk over a connection to one server. */
    public static Duration run(InetSocketAddress server, List<? extends ConnectionScript> talks, Duration duration) {
        return run(talks.stream().map(talk -> new TimedCall(server, talk)).toList(), duration);
    }

    /**
     * Drives each talk over a connection of its own for that long, and then until what they began is ended.
     *
     * @return how long it took
     */
    public static Duration run(List<TimedCall> calls, Duration duration) {
        return run(calls, duration, () -> false);
    }

    /** The same, but no longer than until {@code over}. */
    public static Duration run(List<TimedCall> calls, Duration duration, BooleanSupplier over) {
        try (Selector selector = Selector.open()) {
            Loop loop = new Loop(selector);
            try {
                return loop.drive(calls, duration, over);
            } finally {
                loop.close();
            }
        } catch (IOException e) {
            throw new LoadFailure("the load broke off: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new LoadFailure("the load broke off: " + e.getMessage(), e);
        }
    }

    private Duration drive(List<TimedCall> calls, Duration duration, BooleanSupplier over) throws IOException {
        for (TimedCall call : calls) {
            connections.add(Connection.open(selector, call));
        }
        long start = System.nanoTime();
        turn(start + duration.toNanos(), over);
        connections.forEach(connection -> connection.talk().stop());
        if (!turn(System.nanoTime() + PATIENCE.toNanos(), () -> false)) {
            throw new LoadFailure("the load did not end: requests without an answer");
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** True when all have ended, or that is over; false when the time is. */
    private boolean turn(long until, BooleanSupplier over) throws IOException {
        boolean idle = speak();
        for (long left; (left = until - System.nanoTime()) > 0; idle = speak()) {
            if (over.getAsBoolean() || allEnded()) {
                return true;
            }
            selector.select(Loop::ready, idle ? IDLE_MILLIS : Math.max(1, left / 1_000_000));
        }
        return false;
    }

    private boolean allEnded() {
        for (Connection connection : connections) {
            if (!ended(connection)) {
                return false;
            }
        }
        return true;
    }

    private static boolean ended(Connection connection) {
        return connection.isIdle() && connection.talk().ended();
    }

    /** True when a connection has nothing to say and must be asked again. */
    private boolean speak() throws IOException {
        boolean idle = false;
        for (Connection connection : connections) {
            if (connection.isIdle() && !connection.talk().ended()) {
                connection.speak();
                idle |= connection.isIdle();
            }
        }
        return idle;
    }

    private static void ready(SelectionKey key) {
        try {
            ((Connection) key.attachment()).ready();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void close() throws IOException {
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
