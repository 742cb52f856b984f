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
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the jobs of a buffer, on a thread of its own, until a broker has confirmed each of them or refused it for good. */
final class BufferReplay {
    private static final Logger LOG = LoggerFactory.getLogger(BufferReplay.class);
    private static final long IDLE = Duration.ofSeconds(1).toNanos();
    /** So many jobs in a row are dropped for what a proxy says: if it goes on, the proxy is at fault. */
    private static final int TRUST = 10;

    /** A retry does not help. All others, a wrong token among them, may pass. */
    private static final Set<ErrorCode> FINAL = EnumSet.of(
            ErrorCode.BAD_REQUEST,
            ErrorCode.TUBE_NOT_FOUND,
            ErrorCode.JOB_NOT_FOUND,
            ErrorCode.NOT_FOUND,
            ErrorCode.DUPLICATE,
            ErrorCode.WRONG_STATE,
            ErrorCode.GATED,
            ErrorCode.TOO_LARGE);

    /** Other tubes would not fare better. */
    private static final Set<ErrorCode> OF_ALL =
            EnumSet.of(ErrorCode.UNREACHABLE, ErrorCode.TIMED_OUT, ErrorCode.DRAINING, ErrorCode.UNAUTHENTICATED);

    private static final Set<ErrorCode> NO_RESPONSE = EnumSet.of(ErrorCode.UNREACHABLE, ErrorCode.TIMED_OUT);

    private final Journal journal;
    private final Sender sender;
    private final Duration maxAge;
    private final Drops drops;
    private final BufferTotals totals;
    private final ReplayWindow window = new ReplayWindow();
    private final Thread thread = new Thread(this::run, "grape-buffer-replay");
    private int trust = TRUST;
    private long toldAt = System.nanoTime() - IDLE;
    /** When it could not be noted what is settled. */
    private long unnotedAt = toldAt;
    /** It was read, and is neither in the window nor settled. */
    private @Nullable Entry held;

    private volatile boolean draining;
    private volatile boolean over;
    private volatile @Nullable CompletableFuture<?> inFlight;
    private volatile @Nullable Instant oldest;

    /**
     * Produces jobs of one tube. Returns one result each, in order. The future fails with a GrapeException if all were refused
     * as a whole, and fewer of them may be taken.
     */
    interface Sender {
        CompletableFuture<List<Result<Produced>>> send(Tube<byte[]> tube, List<NewJob<byte[]>> jobs);
    }

    BufferReplay(Journal journal, Sender sender, Duration maxAge, Drops drops, BufferTotals totals) {
        this.journal = journal;
        this.sender = sender;
        this.maxAge = maxAge;
        this.drops = drops;
        this.totals = totals;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Whether this thread is the one that sends: nobody else would do what it waits for. */
    boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /** Something was written. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!over && !(draining && journal.jobs() == 0)) {
            try {
                // One that a listener left would end each read and each pause.
                Thread.interrupted();
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
            isDropped(one, null);
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
            Entry entry = held == null ? journal.next() : held;
            held = entry;
            if (entry == null || !isPlaced(entry)) {
                return;
            }
            held = null;
        }
    }

    /** False if it cannot be read, and cannot be dropped now. */
    private boolean isPlaced(Entry entry) {
        try {
            window.add(entry, StoredJob.read(entry.payload()));
            return true;
        } catch (RuntimeException e) {
            boolean isDropped = drops.drop(entry.payload(), e);
            if (isDropped) {
                journal.settled(entry);
            }
            return isDropped;
        }
    }

    private void forgetSettled() {
        window.compact();
        Waiting first = window.first();
        oldest = first == null ? null : first.stored.writtenAt();
        long now = System.nanoTime();
        if (now - unnotedAt < IDLE || !drops.areOnDisk()) {
            return;
        }
        try {
            journal.settledBefore(first == null ? held : first.entry);
        } catch (IOException e) {
            // The disk is full or broken, and the brokers are not.
            LOG.error("buffer: what was sent cannot be noted, after a restart it is sent again", e);
            unnotedAt = now;
        }
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
        } catch (CompletionException | CancellationException e) {
            failed(tube.name(), batch, e);
        } finally {
            inFlight = null;
        }
    }

    private void settle(String tube, List<Waiting> batch, List<Result<Produced>> results) {
        GrapeException refusal = null;
        boolean isSent = false;
        for (int i = 0; i < batch.size(); i++) {
            GrapeException failure = results.get(i).failure();
            if (failure == null) {
                totals.sent(tube, isKnown(batch.get(i), results.get(i).get()));
                settled(batch.get(i));
                isSent = true;
            } else if (!isForGood(failure) || !isDropped(batch.get(i), failure)) {
                refusal = failure;
            }
        }
        if (isSent) {
            trust = TRUST;
            window.wentWell();
        }
        if (refusal != null) {
            pause(tube, batch, refusal);
        } else if (window.resume(tube)) {
            LOG.info("buffer: jobs are sent again tube={}", tube);
        }
    }

    /** Whether the broker knew the id, and made no job. */
    private static boolean isKnown(Waiting one, Produced produced) {
        return one.stored.job().onDuplicate() == OnDuplicate.KEEP && !produced.created();
    }

    private boolean isForGood(GrapeException failure) {
        if (failure.isOfBodyByProxy() && trust > 0) {
            trust--;
            return true;
        }
        return FINAL.contains(failure.code());
    }

    private void failed(String tube, List<Waiting> batch, RuntimeException failure) {
        Throwable cause = Futures.cause(failure);
        if (cause instanceof CancellationException) {
            LOG.debug("buffer: closed, and nobody knows what became of a batch tube={} jobs={}", tube, batch.size());
        } else if (!(cause instanceof GrapeException refusal)) {
            throw failure;
        } else if (window.refused(batch, refusal)) {
            LOG.warn(
                    "buffer: a call was refused, fewer jobs are sent at once tube={} jobs={} why={}",
                    tube,
                    batch.size(),
                    refusal.getMessage());
        }
    }

    private void pause(String tube, List<Waiting> batch, GrapeException refusal) {
        if (NO_RESPONSE.contains(refusal.code())) {
            window.unanswered(batch);
        }
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

    /** False if it must stay for now. */
    private boolean isDropped(Waiting one, @Nullable GrapeException failure) {
        StoredJob stored = one.stored;
        boolean isDropped = drops.drop(new DroppedJob(stored.tube(), stored.job(), stored.writtenAt(), failure));
        if (isDropped) {
            settled(one);
        }
        return isDropped;
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
