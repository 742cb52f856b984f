package io.grape.outbox;

import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A row, and how its produce ended. */
record SentRow(OutboxRow row, Verdict verdict, @Nullable GrapeException failure) {
    static SentRow of(OutboxRow row, NewJob<?> job, @Nullable GrapeException failure) {
        return new SentRow(row, Verdict.of(failure, job.key() != null), failure);
    }

    /** How long the broker asks to wait. */
    Duration retryAfter() {
        return failure == null ? Duration.ZERO : failure.retryAfter();
    }

    /** What the failure says; empty without one. */
    String error() {
        return failure == null ? "" : failure.code() + ": " + failure.detail();
    }
}
