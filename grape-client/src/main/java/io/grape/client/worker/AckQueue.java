package io.grape.client.worker;

import io.grape.client.Acknowledged;
import io.grape.client.AsyncGrape;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import io.grape.client.Result;
import io.grape.client.worker.PendingAck.Ending;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the acknowledgements of a tube. One call is in flight at a time; what comes meanwhile goes with the next, so that batches
 * grow with the load and nothing waits without one. A call that failed is sent again until its acknowledgements are too late.
 */
final class AckQueue {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final int MOST = 1000;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));
    /** A call that hangs must not cost the leases that wait behind it. */
    private static final long SHORTEST_CALL_NANOS = Duration.ofMillis(500).toNanos();

    private final AsyncGrape grape;
    private final String tube;
    private final Timer timer;
    private final Deque<PendingAck> waiting = new ArrayDeque<>();
    private boolean busy;
    private int failures;

    AckQueue(AsyncGrape grape, String tube, Timer timer) {
        this.grape = grape;
        this.tube = tube;
        this.timer = timer;
    }

    /** Renewals go first: they cannot be late. */
    void add(PendingAck ack) {
        synchronized (this) {
            if (ack.isTouch()) {
                waiting.addFirst(ack);
            } else {
                waiting.addLast(ack);
            }
        }
        send();
    }

    /** What was not sent yet is not sent. */
    synchronized void remove(PendingAck ack) {
        waiting.remove(ack);
    }

    private void send() {
        List<PendingAck> batch = next();
        if (batch.isEmpty()) {
            return;
        }
        long sentAt = System.nanoTime();
        CompletableFuture<List<Result<Acknowledged>>> call =
                grape.acknowledgeAll(tube, batch.stream().map(PendingAck::what).toList());
        ScheduledFuture<?> bound = timer.in(longest(batch), () -> call.cancel(true));
        var unused = call.whenComplete((results, failure) -> {
            if (bound != null) {
                bound.cancel(false);
            }
            goOn(isToGoOnLater(batch, results, failure, sentAt));
        });
    }

    /** Whatever goes wrong in here, the queue goes on. */
    private boolean isToGoOnLater(
            List<PendingAck> batch,
            @Nullable List<Result<Acknowledged>> results,
            @Nullable Throwable failure,
            long sentAt) {
        try {
            int again = results != null
                    ? answered(batch, results, sentAt)
                    : failed(batch, unwrapped(Objects.requireNonNull(failure)), sentAt);
            return again > 0;
        } catch (RuntimeException | Error e) {
            LOG.error("answers to acknowledgements were not taken tube={}", tube, e);
            return true;
        }
    }

    private synchronized List<PendingAck> next() {
        List<PendingAck> batch = new ArrayList<>();
        if (busy) {
            return batch;
        }
        // Halved with each failure in a row: what refuses a call for its length, or for one of many, is got past.
        int most = Math.max(1, MOST >> Math.min(failures, 10));
        while (batch.size() < most && !waiting.isEmpty()) {
            batch.add(waiting.removeFirst());
        }
        busy = !batch.isEmpty();
        return batch;
    }

    private static long longest(List<PendingAck> batch) {
        long shortest = batch.stream().mapToLong(PendingAck::renewEvery).min().orElseThrow();
        return Math.max(SHORTEST_CALL_NANOS, shortest);
    }

    static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Returns how many are to be sent again. */
    private int answered(List<PendingAck> batch, List<Result<Acknowledged>> results, long sentAt) {
        List<PendingAck> again = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            GrapeException refusal = i < results.size() ? results.get(i).failure() : noResult();
            if (refusal == null) {
                batch.get(i).end(Ending.DONE, sentAt);
            } else if (isToBeRepeated(batch.get(i), refusal, sentAt)) {
                again.add(batch.get(i));
            }
        }
        putBack(again);
        return again.size();
    }

    private static GrapeException noResult() {
        return new GrapeException(ErrorCode.UNKNOWN, "expected a result for each acknowledgement, got fewer");
    }

    private boolean isToBeRepeated(PendingAck ack, GrapeException refusal, long sentAt) {
        switch (refusal.code()) {
            case LEASE_LOST, JOB_NOT_FOUND, TUBE_NOT_FOUND ->
                ack.end(ack.refused(refusal.code() != ErrorCode.LEASE_LOST), sentAt);
            case BAD_REQUEST, TOO_BIG -> giveUp(ack, refusal, sentAt);
            default -> {
                return repeats(ack, refusal, sentAt);
            }
        }
        return false;
    }

    private boolean repeats(PendingAck ack, Throwable failure, long sentAt) {
        ack.maybeDone();
        if (ack.isTooLate()) {
            giveUp(ack, failure, sentAt);
            return false;
        }
        return true;
    }

    private void giveUp(PendingAck ack, Throwable failure, long sentAt) {
        if (!ack.isTouch()) {
            LOG.warn(
                    "not acknowledged, the job comes again tube={} id={} ack={}: {}",
                    tube,
                    ack.what().id(),
                    ack.what().getClass().getSimpleName(),
                    failure.toString());
        }
        ack.end(Ending.GIVEN_UP, sentAt);
    }

    private int failed(List<PendingAck> batch, Throwable failure, long sentAt) {
        List<PendingAck> again = batch.stream()
                .filter(ack -> (failure instanceof GrapeException refusal && !isOfTheCall(refusal.code(), batch))
                        ? isToBeRepeated(ack, refusal, sentAt)
                        : repeats(ack, failure, sentAt))
                .toList();
        putBack(again);
        return again.size();
    }

    /** Whether one of many may have spoiled the whole. */
    private static boolean isOfTheCall(ErrorCode code, List<PendingAck> batch) {
        return batch.size() > 1 && (code == ErrorCode.BAD_REQUEST || code == ErrorCode.TOO_BIG);
    }

    private synchronized void putBack(List<PendingAck> batch) {
        for (int i = batch.size() - 1; i >= 0; i--) {
            waiting.addFirst(batch.get(i));
        }
    }

    /** The next call; after a pause, in which none is sent, where something of this one failed. */
    private void goOn(boolean failed) {
        long pause;
        synchronized (this) {
            failures = failed ? failures + 1 : 0;
            pause = BACKOFF.nanosAfter(failures);
        }
        if (failed) {
            timer.later(pause, this::sendNext);
        } else {
            sendNext();
        }
    }

    private void sendNext() {
        synchronized (this) {
            busy = false;
        }
        send();
    }
}
