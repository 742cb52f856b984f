package io.grape.outbox;

import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Produced;
import io.grape.client.Result;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A row, and how its produce ended.
 *
 * @param existed whether the broker knew the id, and made no job
 */
record SentRow(
        OutboxRow row,
        Verdict verdict,
        boolean existed,
        @Nullable GrapeException failure) {
    static SentRow of(OutboxRow row, NewJob<?> job, Result<Produced> result) {
        GrapeException failure = result.failure();
        boolean existed = failure == null
                && job.onDuplicate() == OnDuplicate.KEEP
                && !result.get().created();
        return new SentRow(row, Verdict.of(failure, job.key() != null), existed, failure);
    }

    static SentRow refused(OutboxRow row, GrapeException failure) {
        return new SentRow(row, Verdict.REFUSED, false, failure);
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
