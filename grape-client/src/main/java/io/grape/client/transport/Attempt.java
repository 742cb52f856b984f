package io.grape.client.transport;

import io.grape.client.time.LongDelays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One attempt of a call at one broker. It ends once: with a response, a failure, a timeout or a cancel. */
final class Attempt {
    private final Broker broker;
    private final HttpWire.Sent sent;
    private final Threads threads;
    private final Consumer<AttemptResult> then;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Runnable leave = this::leave;

    /**
     * For a request that was just sent.
     *
     * @param then called once with the result, and not at all after a cancel
     */
    Attempt(Broker broker, HttpWire.Sent sent, Threads threads, Consumer<AttemptResult> then) {
        this.broker = broker;
        this.sent = sent;
        this.threads = threads;
        this.then = then;
        broker.begins();
    }

    /**
     * Ends later.
     *
     * @param mayLeave whether it also ends when the broker starts to fail
     * @param on where its end runs
     */
    void start(long timeout, boolean mayLeave, Executor on) {
        if (mayLeave) {
            broker.waits(leave);
        }
        LongDelays.Delayed timer = threads.after(timeout, () -> timedOut(timeout));
        var unused = sent.response()
                .whenCompleteAsync(
                        (response, failure) -> {
                            timer.cancel();
                            if (end()) {
                                then.accept(
                                        failure == null
                                                ? AttemptResult.of(response)
                                                : AttemptResult.of(broker, failure));
                            }
                        },
                        on);
    }

    /** Waits for the response on this thread. After an interrupt, the attempt continues asynchronously. */
    void await(long timeout, boolean mayLeave) {
        if (mayLeave) {
            broker.waits(leave);
        }
        long until = System.nanoTime() + timeout;
        AttemptResult result;
        try {
            result = AttemptResult.of(sent.response().get(timeout, TimeUnit.NANOSECONDS));
        } catch (ExecutionException e) {
            result = AttemptResult.of(broker, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            timedOut(timeout);
            return;
        } catch (CancellationException e) {
            // The canceller reports the result.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            start(until - System.nanoTime(), mayLeave, threads.workers());
            return;
        }
        if (end()) {
            then.accept(result);
        }
    }

    private void leave() {
        if (cancel()) {
            threads.workers().execute(() -> then.accept(AttemptResult.left(broker)));
        }
    }

    private void timedOut(long timeout) {
        if (end()) {
            sent.timedOut(timeout);
            then.accept(AttemptResult.timedOut(broker, timeout));
        }
    }

    private boolean end() {
        boolean first = ended.compareAndSet(false, true);
        if (first) {
            broker.ends();
        }
        broker.waitsNoMore(leave);
        return first;
    }

    /** Whether the response is arriving: the client now owns the jobs in it. */
    boolean isArriving() {
        return sent.isArriving();
    }

    /** Closes its connection, so the broker knows that nobody waits for the response. */
    boolean cancel() {
        boolean first = end();
        if (first) {
            sent.cancel();
        }
        return first;
    }
}
