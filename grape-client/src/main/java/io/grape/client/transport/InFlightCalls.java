package io.grape.client.transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls of a client that have not ended: those in flight, those that wait for their turn or at a broker, and those
 * that pause before a retry. Their number and the bytes of their bodies are limited, because a program can start calls
 * faster than brokers respond, and each holds memory until it ends.
 */
final class InFlightCalls {
    /** Also of acknowledgements and operators' calls, which are counted apart. */
    static final int MAX = 10_000;

    private static final long MIN_BYTES = 64L << 20;
    private static final int PART_OF_HEAP = 4;
    private static final Duration PAUSE_OF_FULL = Duration.ofSeconds(1);

    private final Set<PendingCall> calls = ConcurrentHashMap.newKeySet();
    private final Set<Runnable> pauses = ConcurrentHashMap.newKeySet();
    private final Usage urgent = new Usage();
    private final Usage others = new Usage();
    private final long maxBytes = Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    private volatile boolean closed;

    /** How many calls there are, and the bytes of their bodies. */
    private final class Usage {
        private int count;
        private long bytes;

        /** A body of any length fits if it is the only one. */
        synchronized boolean take(long more) {
            if (count >= MAX || (bytes > 0 && bytes + more > maxBytes)) {
                return false;
            }
            count++;
            bytes += more;
            return true;
        }

        synchronized void giveBack(long less) {
            count--;
            bytes -= less;
        }
    }

    private Usage usage(PendingCall call) {
        return call.isUrgent() ? urgent : others;
    }

    long maxBytes() {
        return maxBytes;
    }

    /** Counts what waits for a call, as a call of its own would be; false if there is no room for it. */
    boolean reserve(long bytes) {
        return others.take(bytes);
    }

    /** What was reserved has ended. */
    void giveBack(long bytes) {
        others.giveBack(bytes);
    }

    /** The failure of what there is no room for. */
    CallException full() {
        String detail = "not sent, because up to " + MAX + " calls of this client, and " + maxBytes
                + " bytes of their bodies, may be without a response: wait for some of them first; it did not happen";
        return new CallException(CallException.OVERLOADED, detail).retryAfter(PAUSE_OF_FULL);
    }

    /**
     * Adds a call; false if there is no room for it. If the client is closed, the call ends at once.
     */
    boolean add(PendingCall call) {
        if (call.isCounted() && !usage(call).take(call.bytes())) {
            return false;
        }
        calls.add(call);
        if (closed) {
            call.close();
        }
        return true;
    }

    void remove(PendingCall call) {
        if (calls.remove(call) && call.isCounted()) {
            usage(call).giveBack(call.bytes());
        }
    }

    /** Runs a task at the close, or now if that has come, unless the future has completed before. */
    void onClose(CompletableFuture<?> unless, Runnable task) {
        pauses.add(task);
        var unused = unless.whenComplete((done, failure) -> pauses.remove(task));
        if (closed) {
            task.run();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends all calls. */
    void close() {
        closed = true;
        calls.forEach(PendingCall::close);
        pauses.forEach(Runnable::run);
    }
}
