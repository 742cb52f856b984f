package io.grape.client;

import io.grape.client.ReplayWindow.Waiting;
import io.grape.client.buffer.Entry;
import io.grape.client.buffer.Journal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the jobs of a buffer, on a thread of its own, until a broker has confirmed each of them or refused it for good. */
final class BufferReplay {
    private static final Logger LOG = LoggerFactory.getLogger(BufferReplay.class);
    private static final long IDLE = Duration.ofSeconds(1).toNanos();

    /** A retry does not help. All others, a wrong token among them, may pass. */
    private static final Set<ErrorCode> FINAL = EnumSet.of(
            ErrorCode.BAD_REQUEST,
            ErrorCode.TUBE_NOT_FOUND,
            ErrorCode.JOB_NOT_FOUND,
            ErrorCode.NOT_FOUND,
            ErrorCode.DUPLICATE,
            ErrorCode.WRONG_STATE,
            ErrorCode.GATED,
            ErrorCode.TOO_BIG);

    /** Other tubes would not fare better. */
    private static final Set<ErrorCode> OF_ALL =
            EnumSet.of(ErrorCode.UNREACHABLE, ErrorCode.TIMED_OUT, ErrorCode.DRAINING, ErrorCode.UNAUTHENTICATED);

    private final Journal journal;
    private final Sender sender;
    private final Duration maxAge;
    private final Consumer<DroppedJob> onDropped;
    private final BufferTotals totals;
    private final ReplayWindow window = new ReplayWindow();
    private final Thread thread = new Thread(this::run, "grape-buffer-replay");
    private long toldAt = System.nanoTime() - IDLE;
    private volatile boolean draining;
    private volatile boolean over;
    private volatile @Nullable CompletableFuture<?> inFlight;
    private volatile @Nullable Instant oldest;

    /** Produces jobs of one tube. Returns one result each, in order. */
    interface Sender {
        CompletableFuture<List<Result<Produced>>> send(Tube<byte[]> tube, List<NewJob<byte[]>> jobs);
    }

    BufferReplay(Journal journal, Sender sender, Duration maxAge, Consumer<DroppedJob> onDropped, BufferTotals totals) {
        this.journal = journal;
        this.sender = sender;
        this.maxAge = maxAge;
        this.onDropped = onDropped;
        this.totals = totals;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Something was written. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!over && !(draining && journal.jobs() == 0)) {
            try {
                LockSupport.parkNanos(round());
            } catch (Throwable e) {
                // Nobody else would send them.
                LOG.error("buffer: the replay failed, trying again", e);
                LockSupport.parkNanos(IDLE);
            }
        }
    }

    /** Sends one batch. Returns how long to wait for the next, in nanoseconds. */
    private long round() throws IOException {
        fill();
        for (Waiting one : window.expired(Instant.now(), maxAge)) {
            drop(one, null);
        }
        forgetSettled();
        List<Waiting> batch = window.batch(System.nanoTime());
        if (!batch.isEmpty()) {
            send(batch);
            forgetSettled();
        }
        long now = System.nanoTime();
        if (now - toldAt >= IDLE) {
            toldAt = now;
            totals.state(status());
        }
        return batch.isEmpty() ? window.pause(now, IDLE) : 0;
    }

    private void fill() throws IOException {
        while (window.hasRoom()) {
            Entry entry = journal.next();
            if (entry == null) {
                return;
            }
            window.add(entry, StoredJob.read(entry.payload()));
        }
    }

    private void forgetSettled() throws IOException {
        window.compact();
        Waiting first = window.first();
        oldest = first == null ? null : first.stored.writtenAt();
        journal.settledBefore(first == null ? null : first.entry);
    }

    private void send(List<Waiting> batch) {
        Tube<byte[]> tube = batch.get(0).stored.tube();
        CompletableFuture<List<Result<Produced>>> call =
                sender.send(tube, batch.stream().map(one -> one.stored.job()).toList());
        inFlight = call;
        if (over) {
            call.cancel(true);
        }
        try {
            settle(tube.name(), batch, call.join());
        } catch (CancellationException e) {
            LOG.debug("buffer: closed, and nobody knows what became of a batch tube={} jobs={}", tube, batch.size());
        } finally {
            inFlight = null;
        }
    }

    private void settle(String tube, List<Waiting> batch, List<Result<Produced>> results) {
        GrapeException refusal = null;
        for (int i = 0; i < batch.size(); i++) {
            GrapeException failure = results.get(i).failure();
            if (failure == null) {
                settled(batch.get(i));
                totals.sent(tube);
            } else if (FINAL.contains(failure.code())) {
                drop(batch.get(i), failure);
            } else {
                refusal = failure;
            }
        }
        if (refusal != null) {
            pause(tube, refusal);
        } else if (window.resume(tube)) {
            LOG.info("buffer: jobs are sent again tube={}", tube);
        }
    }

    private void pause(String tube, GrapeException refusal) {
        long now = System.nanoTime();
        boolean isNew = OF_ALL.contains(refusal.code())
                ? window.pauseAll(now, refusal.retryAfter())
                : window.pause(tube, now, refusal.retryAfter());
        if (isNew) {
            LOG.warn("buffer: jobs wait tube={} pending={} why={}", tube, journal.jobs(), refusal.getMessage());
        }
    }

    private void settled(Waiting one) {
        window.settle(one);
        journal.settled(one.entry);
    }

    private void drop(Waiting one, @Nullable GrapeException failure) {
        StoredJob stored = one.stored;
        DroppedJob dropped = new DroppedJob(stored.tube(), stored.job(), stored.writtenAt(), failure);
        LOG.warn(
                "buffer: job dropped tube={} id={} why={}",
                stored.tube(),
                stored.job().id(),
                failure == null ? "expired" : failure.getMessage());
        try {
            onDropped.accept(dropped);
        } catch (Throwable e) {
            LOG.error("buffer: what is to be told of dropped jobs failed", e);
        }
        settled(one);
        totals.dropped(dropped);
    }

    BufferStatus status() {
        Instant first = oldest;
        Duration age = first == null ? Duration.ZERO : Duration.between(first, Instant.now());
        return totals.status(
                journal.jobs(), journal.bytes(), age.isNegative() ? Duration.ZERO : age, journal.damaged());
    }

    /** Goes on until all is sent, at most so long. A call in flight gets a little more. */
    void stop(Duration drain, Duration grace) {
        draining = true;
        wake();
        boolean interrupted = !join(drain);
        over = true;
        wake();
        interrupted |= !join(grace);
        CompletableFuture<?> call = inFlight;
        if (call != null) {
            call.cancel(true);
        }
        while (thread.isAlive()) {
            interrupted |= !join(Duration.ofDays(1));
        }
        totals.state(status());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** False if interrupted. */
    private boolean join(Duration most) {
        try {
            if (!most.isZero()) {
                thread.join(Math.max(1, most.toMillis()));
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
