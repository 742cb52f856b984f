package io.grape.client.worker;

import io.grape.client.Acknowledgement;
import io.grape.client.Cancellation;
import io.grape.client.Checkpoint;
import io.grape.client.Job;
import io.grape.client.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A job from its delivery until its acknowledgement got a response. */
final class HeldJob<T> implements JobContext {
    private static final int MAX_NOTE = 256;

    private final Job<T> job;
    private final Lease token;
    private final HeldLease lease;
    private final Executor threads;
    private final long deliveredAt = System.nanoTime();
    private final AtomicBoolean decided = new AtomicBoolean();
    private final CompletableFuture<AckResult> acknowledged = new CompletableFuture<>();

    HeldJob(Job<T> job, long askedAt, HeldLease.RenewalContext renewals) {
        this.job = job;
        this.threads = renewals.threads();
        this.token = job.lease().orElseThrow();
        this.lease = new HeldLease(
                new Acknowledgement.Touch(job.id(), token), askedAt, job.ttr().toNanos(), renewals);
    }

    HeldLease lease() {
        return lease;
    }

    /** Decodes it. */
    T payload() {
        return job.payload();
    }

    /** True for the first to decide its outcome: its handler, or a worker that no longer waits. */
    boolean decide() {
        return decided.compareAndSet(false, true);
    }

    boolean isDecided() {
        return decided.get();
    }

    /** By {@link System#nanoTime}. */
    long deliveredAt() {
        return deliveredAt;
    }

    /** It is no longer held. */
    void acknowledged(AckResult result) {
        acknowledged.complete(result);
    }

    Acknowledgement acknowledgement(Outcome outcome) {
        if (outcome instanceof Outcome.Release release) {
            return new Acknowledgement.Release(job.id(), token, release.delay(), release.priority(), null);
        }
        if (outcome instanceof Outcome.Snooze snooze) {
            return new Acknowledgement.HandBack(job.id(), token, snooze.delay());
        }
        if (outcome instanceof Outcome.HandOver over) {
            return new Acknowledgement.HandOver(job.id(), token, over.checkpoint());
        }
        if (outcome instanceof Outcome.RestKey rest) {
            return new Acknowledgement.Release(job.id(), token, Duration.ZERO, null, rest.rest());
        }
        if (outcome instanceof Outcome.Bury bury) {
            return new Acknowledgement.Bury(job.id(), token, bury.reason(), null);
        }
        return new Acknowledgement.Finish(
                job.id(), token, outcome instanceof Outcome.Finish finish ? finish.result() : null);
    }

    @Override
    public String id() {
        return job.id();
    }

    @Override
    public String tube() {
        return job.tube();
    }

    @Override
    public int noe() {
        return job.noe();
    }

    @Override
    public int maxAttempts() {
        return job.maxAttempts();
    }

    @Override
    public long priority() {
        return job.priority();
    }

    @Override
    public Instant createdAt() {
        return job.createdAt();
    }

    @Override
    public Instant dueAt() {
        return job.dueAt().orElseGet(job::createdAt);
    }

    @Override
    public Duration lateness() {
        Instant deliveredAt = job.leaseUntil().orElseThrow().minus(job.ttr());
        Duration late = Duration.between(dueAt(), deliveredAt);
        return late.isNegative() ? Duration.ZERO : late;
    }

    @Override
    public Duration ttr() {
        return job.ttr();
    }

    @Override
    public Optional<String> key() {
        return job.key();
    }

    @Override
    public List<String> labels() {
        return job.labels();
    }

    @Override
    public Map<String, String> headers() {
        return job.headers();
    }

    @Override
    public byte[] bytes() {
        return job.bytes();
    }

    @Override
    public String contentType() {
        return job.contentType();
    }

    @Override
    public long fencingToken() {
        return token.token();
    }

    @Override
    public boolean isLeaseLost() {
        return lease.isLost();
    }

    @Override
    public void checkLease() {
        if (lease.isLost()) {
            throw new LeaseLostException(tube(), id());
        }
        if (lease.hasEnded()) {
            throw LeaseLostException.ended(tube(), id());
        }
    }

    @Override
    public Optional<Cancellation> cancelled() {
        return Optional.ofNullable(lease.cancelled());
    }

    @Override
    public void onCancelled(Runnable told) {
        lease.onCancel(told);
    }

    @Override
    public void progress(int percent, String note) {
        checkProgress(percent, note);
        lease.report(percent, note);
    }

    /** Throws an IllegalArgumentException if a value is out of its range. */
    static void checkProgress(int percent, String note) {
        if (percent < 0 || percent > 100 || note.codePointCount(0, note.length()) > MAX_NOTE) {
            throw new IllegalArgumentException("progress: expected 0 to 100 and a note of at most " + MAX_NOTE
                    + " characters, got " + percent + " and '" + note + "'");
        }
    }

    @Override
    public Optional<Checkpoint> checkpoint() {
        return job.checkpoint();
    }

    @Override
    public void onLeaseLost(Runnable told) {
        lease.onLoss(told);
    }

    @Override
    public void onAcknowledged(Consumer<AckResult> told) {
        var unused = acknowledged.thenAccept(result -> threads.execute(() -> told.accept(result)));
    }

    @Override
    public String toString() {
        return job.toString();
    }
}
