package io.grape.client.worker;

import io.grape.client.Cancellation;
import io.grape.client.Checkpoint;
import io.grape.client.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job for the unit test of a handler, which needs no broker: {@code handler.handle(order,
 * TestJobContext.of("8812").attempt(3))}. Set what the handler reads before it runs. {@link #loseLease} and {@link
 * #cancel} may be called while it runs; their callbacks run on the calling thread.
 */
public final class TestJobContext implements JobContext {
    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    private final String id;
    private final Map<String, String> headers = new TreeMap<>();
    private final List<Progress> reported = new CopyOnWriteArrayList<>();
    private final List<Runnable> onLoss = new ArrayList<>();
    private final List<Runnable> onCancel = new ArrayList<>();
    private final List<Consumer<AckResult>> onAcknowledged = new ArrayList<>();
    private String tube = "test";
    private int attempt = 1;
    private int maxAttempts = 20;
    private long priority = 1024;
    private Instant createdAt = CREATED;
    private Instant dueAt = CREATED;
    private Duration lateness = Duration.ZERO;
    private Duration ttr = Duration.ofMinutes(1);
    private @Nullable String key;
    private List<String> labels = List.of();
    private byte[] bytes = {};
    private String contentType = "application/octet-stream";
    private long fencingToken = 1;
    private @Nullable Checkpoint checkpoint;
    private boolean leaseLost;
    private @Nullable Cancellation cancelled;

    private TestJobContext(String id) {
        this.id = id;
    }

    /** A job in its first execution, of the tube {@code test}, with the defaults of a new tube. */
    public static TestJobContext of(String id) {
        return new TestJobContext(id);
    }

    /** Sets its tube. Default: {@code test}. */
    public TestJobContext tube(String value) {
        tube = value;
        return this;
    }

    /** Sets the number of this execution. Default: 1. */
    public TestJobContext attempt(int value) {
        attempt = value;
        return this;
    }

    /** Sets the number of executions after which it fails. Default: 20. */
    public TestJobContext maxAttempts(int value) {
        maxAttempts = value;
        return this;
    }

    /** Sets its priority. Default: 1024. */
    public TestJobContext priority(long value) {
        priority = value;
        return this;
    }

    /** Sets when it was produced, when it became ready, and how late it was delivered. Default: 2026, and zero. */
    public TestJobContext times(Instant created, Instant due, Duration late) {
        createdAt = created;
        dueAt = due;
        lateness = late;
        return this;
    }

    /** Sets how long a lease lasts. Default: 1 minute. */
    public TestJobContext ttr(Duration value) {
        ttr = value;
        return this;
    }

    /** Sets whose job it is. Default: nobody's. */
    public TestJobContext key(String value) {
        key = value;
        return this;
    }

    /** Sets what it is about. Default: nothing. */
    public TestJobContext labels(String... value) {
        labels = List.of(value);
        return this;
    }

    /** Adds a header. */
    public TestJobContext header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Sets the bytes of its payload. Default: none. */
    public TestJobContext bytes(byte[] value, String type) {
        bytes = value.clone();
        contentType = type;
        return this;
    }

    /** Sets its fencing token. Default: 1. */
    public TestJobContext fencingToken(long value) {
        fencingToken = value;
        return this;
    }

    /** Sets what the last consumer left. Default: nothing. */
    public TestJobContext checkpoint(Checkpoint value) {
        checkpoint = value;
        return this;
    }

    /** Loses its lease, and runs the callbacks for that. */
    public void loseLease() {
        List<Runnable> told;
        synchronized (this) {
            leaseLost = true;
            told = taken(onLoss);
        }
        told.forEach(Runnable::run);
    }

    /** Cancels it, and runs the callbacks for that. */
    public void cancel(String reason) {
        List<Runnable> told;
        synchronized (this) {
            cancelled = new Cancellation(dueAt, reason);
            told = taken(onCancel);
        }
        told.forEach(Runnable::run);
    }

    /** Runs the callbacks for its acknowledgement. */
    public void acknowledge(AckResult result) {
        List<Consumer<AckResult>> told;
        synchronized (this) {
            told = taken(onAcknowledged);
        }
        told.forEach(one -> one.accept(result));
    }

    /** Each callback runs once. */
    private static <T> List<T> taken(List<T> callbacks) {
        List<T> taken = List.copyOf(callbacks);
        callbacks.clear();
        return taken;
    }

    /** What the handler said about its progress, in order. */
    public List<Progress> reported() {
        return List.copyOf(reported);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String tube() {
        return tube;
    }

    @Override
    public int noe() {
        return attempt;
    }

    @Override
    public int maxAttempts() {
        return maxAttempts;
    }

    @Override
    public long priority() {
        return priority;
    }

    @Override
    public Instant createdAt() {
        return createdAt;
    }

    @Override
    public Instant dueAt() {
        return dueAt;
    }

    @Override
    public Duration lateness() {
        return lateness;
    }

    @Override
    public Duration ttr() {
        return ttr;
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public Map<String, String> headers() {
        return Map.copyOf(headers);
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String contentType() {
        return contentType;
    }

    @Override
    public long fencingToken() {
        return fencingToken;
    }

    @Override
    public synchronized boolean isLeaseLost() {
        return leaseLost;
    }

    @Override
    public void checkLease() {
        if (isLeaseLost()) {
            throw new LeaseLostException(tube, id);
        }
    }

    @Override
    public void onLeaseLost(Runnable told) {
        synchronized (this) {
            if (!leaseLost) {
                onLoss.add(told);
                return;
            }
        }
        told.run();
    }

    @Override
    public synchronized Optional<Cancellation> cancelled() {
        return Optional.ofNullable(cancelled);
    }

    @Override
    public void onCancelled(Runnable told) {
        synchronized (this) {
            if (cancelled == null) {
                onCancel.add(told);
                return;
            }
        }
        told.run();
    }

    @Override
    public synchronized void onAcknowledged(Consumer<AckResult> told) {
        onAcknowledged.add(told);
    }

    @Override
    public void progress(int percent, String note) {
        HeldJob.checkProgress(percent, note);
        reported.add(new Progress(dueAt, percent, note));
    }

    @Override
    public Optional<Checkpoint> checkpoint() {
        return Optional.ofNullable(checkpoint);
    }

    @Override
    public String toString() {
        return "TestJobContext[" + tube + "/" + id + "]";
    }
}
