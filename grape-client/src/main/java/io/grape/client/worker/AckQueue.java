package io.grape.client.worker;

import io.grape.client.Acknowledged;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import io.grape.client.Result;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends acknowledgements of a tube. One call is in flight at a time, besides one that waits for jobs. Acknowledgements that
 * arrive meanwhile go with the next call, so batches grow with the load. A failed call is retried until its acknowledgements are too late; during
 * the pause nothing is sent. An acknowledgement that was rejected alone is retried after its own pause, while others go
 * on.
 */
final class AckQueue {
    private static final Logger LOG = LoggerFactory.getLogger(AckQueue.class);
    private static final int MAX = 1000;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

    private final AckSender sender;
    private final String tube;
    private final Timer timer;
    private final BooleanSupplier isClosed;
    private final Deque<PendingAck> waiting = new ArrayDeque<>();
    /** Those that were rejected alone, during their pause. */
    private final Set<PendingAck> pausing = new HashSet<>();

    private boolean busy;
    private int holds;
    private int pauses;
    private int failures;
    private @Nullable CallTimeout inFlight;

    /** @param isClosed whether no call can succeed any more */
    AckQueue(AckSender sender, String tube, Timer timer, BooleanSupplier isClosed) {
        this.isClosed = isClosed;
        this.sender = sender;
        this.tube = tube;
        this.timer = timer;
    }

    void add(PendingAck ack) {
        synchronized (this) {
            waiting.addLast(ack);
            if (inFlight != null) {
                inFlight.atMost(ack.renewEvery());
            }
        }
        send();
    }

    /** Sends nothing until {@link #release}: more is about to come. */
    synchronized void hold() {
        holds++;
    }

    void release() {
        synchronized (this) {
            holds--;
        }
        send();
    }

    /** Removes it unless it was sent. */
    synchronized void remove(PendingAck ack) {
        if (!pausing.remove(ack)) {
            waiting.remove(ack);
        }
    }

    private void send() {
        List<PendingAck> batch = next();
        if (batch.isEmpty()) {
            return;
        }
        long sentAt = System.nanoTime();
        AckSender.Sent call = sent(batch);
        CallTimeout bound;
        try {
            bound = bound(call, batch);
        } catch (RuntimeException | Error e) {
            call.results().cancel(true);
            took(call, batch, null, e, sentAt);
            if (call.waits()) {
                sendNext();
            }
            return;
        }
        var unused = call.results().whenComplete((results, failure) -> {
            bound.over();
            took(call, batch, results, failure, sentAt);
        });
        if (call.waits()) {
            sendNext();
        }
    }

    private AckSender.Sent sent(List<PendingAck> batch) {
        try {
            return sender.send(batch.stream().map(PendingAck::what).toList());
        } catch (RuntimeException | Error e) {
            return AckSender.Sent.of(CompletableFuture.failedFuture(e));
        }
    }

    private synchronized List<PendingAck> next() {
        List<PendingAck> batch = new ArrayList<>();
        if (busy || holds > 0 || pauses > 0) {
            return batch;
        }
        // Halved after each failure in a row, so a batch that is too long, or has one bad item, gets through in parts.
        int most = Math.max(1, MAX >> Math.min(failures, 10));
        while (batch.size() < most && !waiting.isEmpty()) {
            batch.add(waiting.removeFirst());
        }
        busy = !batch.isEmpty();
        return batch;
    }

    private synchronized CallTimeout bound(AckSender.Sent call, List<PendingAck> batch) {
        CallTimeout bound = new CallTimeout(call.results(), timer);
        bound.atMost(Stream.concat(batch.stream(), waiting.stream())
                .mapToLong(PendingAck::renewEvery)
                .min()
                .orElseThrow());
        inFlight = call.waits() ? null : bound;
        return bound;
    }

    /** The queue continues after any error in here. */
    private void took(
            AckSender.Sent call,
            List<PendingAck> batch,
            @Nullable List<Result<Acknowledged>> results,
            @Nullable Throwable failure,
            long sentAt) {
        boolean isBad = true;
        try {
            List<PendingAck> again = results != null
                    ? responded(batch, results, sentAt)
                    : failed(batch, Safely.cause(Objects.requireNonNull(failure)), sentAt);
            putBack(again);
            isBad = !again.isEmpty();
        } catch (RuntimeException | Error e) {
            Safely.log("results of acknowledgements were not processed", e);
        } finally {
            boolean pausesNow = isBad;
            AtomicBoolean wentOn = new AtomicBoolean();
            Runnable goOn = () -> {
                if (wentOn.compareAndSet(false, true)) {
                    goOn(call.waits(), pausesNow);
                }
            };
            try {
                call.afterwards().accept(goOn);
            } catch (RuntimeException | Error e) {
                Safely.log("the end of a call failed", e);
                goOn.run();
            }
        }
    }

    /** Returns those for which the whole queue pauses. */
    private List<PendingAck> responded(List<PendingAck> batch, List<Result<Acknowledged>> results, long sentAt) {
        List<PendingAck> again = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            PendingAck ack = batch.get(i);
            GrapeException refusal = i < results.size() ? results.get(i).failure() : noResult();
            if (refusal == null) {
                ack.responded(results.get(i).get());
                ended(ack, AckResult.DONE, sentAt);
            } else if (isRetried(ack, refusal, sentAt)) {
                if (AckErrorKind.of(refusal.code()) == AckErrorKind.AGAIN_ALL) {
                    again.add(ack);
                } else {
                    retryAlone(ack);
                }
            }
        }
        return again;
    }

    private static GrapeException noResult() {
        return new GrapeException(ErrorCode.UNKNOWN, "expected a result for each acknowledgement, got fewer");
    }

    private boolean isRetried(PendingAck ack, GrapeException refusal, long sentAt) {
        return switch (AckErrorKind.of(refusal.code())) {
            case LOST -> {
                ended(ack, ack.refused(refusal.code() != ErrorCode.LEASE_LOST), sentAt);
                yield false;
            }
            case FINAL -> {
                PendingAck instead = ack.instead(refusal);
                if (instead == null) {
                    giveUp(ack, refusal, sentAt);
                } else {
                    LOG.warn(
                            "the broker refuses the result, so the job is buried tube={} id={}: {}",
                            tube,
                            ack.what().id(),
                            refusal.toString());
                    add(instead);
                }
                yield false;
            }
            case AGAIN_ALONE, AGAIN_ALL -> mayRetry(ack, refusal, sentAt);
        };
    }

    private boolean mayRetry(PendingAck ack, Throwable failure, long sentAt) {
        ack.maybeDone();
        if (ack.isTooLate() || isClosed.getAsBoolean()) {
            giveUp(ack, failure, sentAt);
            return false;
        }
        return true;
    }

    private void giveUp(PendingAck ack, Throwable failure, long sentAt) {
        if (!ack.isTouch()) {
            Safely.run(
                    "a warning",
                    () -> LOG.warn(
                            "not acknowledged, the job will be redelivered tube={} id={} ack={}: {}",
                            tube,
                            ack.what().id(),
                            ack.what().getClass().getSimpleName(),
                            failure.toString()));
        }
        ended(ack, AckResult.GIVEN_UP, sentAt);
    }

    private static void ended(PendingAck ack, AckResult ending, long sentAt) {
        Safely.run("the end of an acknowledgement", () -> ack.end(ending, sentAt));
    }

    private synchronized void retryAlone(PendingAck ack) {
        pausing.add(ack);
        timer.later(BACKOFF.nanosAfter(ack.rejectedAgain()), () -> readd(ack));
    }

    private void readd(PendingAck ack) {
        boolean isWanted;
        synchronized (this) {
            isWanted = pausing.remove(ack);
        }
        if (isWanted) {
            add(ack);
        }
    }

    /** Returns those to retry. */
    private List<PendingAck> failed(List<PendingAck> batch, Throwable failure, long sentAt) {
        return batch.stream()
                .filter(ack -> (failure instanceof GrapeException refusal && !isOfTheCall(refusal.code(), batch))
                        ? isRetried(ack, refusal, sentAt)
                        : mayRetry(ack, failure, sentAt))
                .toList();
    }

    /** Whether a single acknowledgement may have made the whole call fail. */
    private static boolean isOfTheCall(ErrorCode code, List<PendingAck> batch) {
        return batch.size() > 1 && AckErrorKind.of(code) == AckErrorKind.FINAL;
    }

    private synchronized void putBack(List<PendingAck> batch) {
        for (int i = batch.size() - 1; i >= 0; i--) {
            waiting.addFirst(batch.get(i));
        }
    }

    /** Sends the next call; after a failure, only after a pause. After a call that waited, others may be under way. */
    private void goOn(boolean hasWaited, boolean isBad) {
        long pause;
        synchronized (this) {
            if (!hasWaited) {
                inFlight = null;
            }
            failures = isBad ? failures + 1 : 0;
            pauses += isBad ? 1 : 0;
            pause = BACKOFF.nanosAfter(failures);
        }
        Runnable next = hasWaited ? this::send : this::sendNext;
        if (isBad) {
            timer.later(pause, () -> {
                synchronized (this) {
                    pauses--;
                }
                next.run();
            });
        } else {
            next.run();
        }
    }

    private void sendNext() {
        synchronized (this) {
            busy = false;
        }
        send();
    }
}
