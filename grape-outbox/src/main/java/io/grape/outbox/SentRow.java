package io.grape.outbox;

import io.grape.client.GrapeException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A row, and how its produce ended. */
record SentRow(OutboxRow row, @Nullable GrapeException failure) {
    Verdict verdict() {
        return Verdict.of(failure);
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
