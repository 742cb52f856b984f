package io.grape.client.worker;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job of a batch. Thread-safe, valid while the {@link BatchHandler} runs. */
public final class BatchJob<T> {
    private final T payload;
    private final JobContext job;
    private volatile @Nullable Outcome outcome;

    private BatchJob(T payload, JobContext job) {
        this.payload = payload;
        this.job = job;
    }

    /** A job of a batch; a unit test of a handler gives a {@link TestJobContext}. */
    public static <T> BatchJob<T> of(T payload, JobContext job) {
        return new BatchJob<>(payload, job);
    }

    /** Its payload. */
    public T payload() {
        return payload;
    }

    /** The rest of it, and whether its lease still holds. */
    public JobContext job() {
        return job;
    }

    /** Its id, the same at each execution. */
    public String id() {
        return job.id();
    }

    /** Decides its outcome, whatever becomes of the others. It is sent after the handler; the last decision counts. */
    public void decide(Outcome value) {
        outcome = Objects.requireNonNull(value, "outcome: expected one, got null");
    }

    /** Failed for now: see {@link Outcome#release(Duration)}. */
    public void release(Duration delay) {
        decide(Outcome.release(delay));
    }

    /** Failed: see {@link Outcome#bury}. */
    public void bury(String reason) {
        decide(Outcome.bury(reason));
    }

    /** What was decided; empty: nothing so far. */
    public Optional<Outcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    @Override
    public String toString() {
        return "BatchJob[" + job + "]";
    }
}
