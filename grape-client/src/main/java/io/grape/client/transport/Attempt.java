package io.grape.client.transport;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One attempt of a call at one broker. It ends once: with a response, a failure, a timeout or a cancel. */
final class Attempt {
    private final Broker broker;
    private final CompletableFuture<HttpResponse<byte[]>> exchange;
    private final AtomicBoolean arriving;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Runnable leave = this::leave;
    private volatile @Nullable Runnable left;

    /** For a request that was just sent. */
    Attempt(Broker broker, HttpWire.Sent sent) {
        this.broker = broker;
        this.exchange = sent.response();
        this.arriving = sent.arriving();
        broker.begins();
    }

    /** Waits for its end. The callback runs once, never on this thread, and not at all after a cancel. */
    void start(long timeout, Threads threads, Consumer<AttemptResult> then) {
        Future<?> timer = threads.after(timeout, () -> timedOut(timeout, then));
        var unused = exchange.whenCompleteAsync(
                (response, failure) -> {
                    timer.cancel(false);
                    if (end()) {
                        then.accept(failure == null ? AttemptResult.of(response) : AttemptResult.of(broker, failure));
                    }
                },
                threads.workers());
    }

    /** The same for an attempt that waits at the broker. It also ends when the broker starts to fail. */
    void startWaiting(long timeout, Threads threads, Consumer<AttemptResult> then) {
        left = () -> threads.workers().execute(() -> then.accept(AttemptResult.left(broker)));
        broker.waits(leave);
        start(timeout, threads, then);
    }

    /** The broker fails. */
    private void leave() {
        Runnable told = left;
        if (told != null && end()) {
            exchange.cancel(true);
            told.run();
        }
    }

    private void timedOut(long timeout, Consumer<AttemptResult> then) {
        if (end()) {
            exchange.cancel(true);
            then.accept(AttemptResult.timedOut(broker, timeout));
        }
    }

    private boolean end() {
        boolean first = ended.compareAndSet(false, true);
        if (first) {
            broker.ends();
            broker.waitsNoMore(leave);
        }
        return first;
    }

    /** Whether the response is arriving: the client now owns the jobs in it. */
    boolean isArriving() {
        return arriving.get();
    }

    /** Closes its connection, so the broker knows that nobody waits for the response. */
    void cancel() {
        if (end()) {
            exchange.cancel(true);
        }
    }
}
