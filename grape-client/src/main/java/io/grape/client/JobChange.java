package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Grape#change} changes of a job; what is not set stays as it is. Immutable: each method returns a new one. A
 * value out of the broker's limits ({@code docs/limits.md}) fails the call with {@link ErrorCode#BAD_REQUEST}. Source:
 * {@code docs/http.md#change-in-place}.
 */
public final class JobChange<T> {
    private @Nullable T payload;
    private @Nullable Duration delay;
    private @Nullable Instant dueAt;
    private @Nullable Duration ttr;
    private @Nullable Long priority;
    private @Nullable Integer maxAttempts;
    private @Nullable List<String> labels;
    private @Nullable String rev;

    JobChange() {}

    private JobChange<T> with(Consumer<JobChange<T>> change) {
        JobChange<T> copy = new JobChange<>();
        copy.payload = payload;
        copy.delay = delay;
        copy.dueAt = dueAt;
        copy.ttr = ttr;
        copy.priority = priority;
        copy.maxAttempts = maxAttempts;
        copy.labels = labels;
        copy.rev = rev;
        change.accept(copy);
        return copy;
    }

    /** The payload, unless the job is retained. */
    public JobChange<T> payload(T value) {
        Objects.requireNonNull(value, "payload: expected one, got null");
        return with(copy -> copy.payload = value);
    }

    /** The time from now until it is due, rounded up to whole milliseconds, unless the job is retained or failed. */
    public JobChange<T> delay(Duration value) {
        Objects.requireNonNull(value, "delay: expected one, got null");
        return with(copy -> {
            copy.delay = value;
            copy.dueAt = null;
        });
    }

    /** When it is due, by Redis's clock, unless the job is retained or failed. */
    public JobChange<T> dueAt(Instant value) {
        Objects.requireNonNull(value, "dueAt: expected one, got null");
        return with(copy -> {
            copy.dueAt = value;
            copy.delay = null;
        });
    }

    /** How long a lease lasts, from the next touch or delivery on. */
    public JobChange<T> ttr(Duration value) {
        Objects.requireNonNull(value, "ttr: expected one, got null");
        return with(copy -> copy.ttr = value);
    }

    /** 0 to 2^32-1, smaller is more urgent. Not for jobs with a key in a tube that keeps their order. */
    public JobChange<T> priority(long value) {
        return with(copy -> copy.priority = value);
    }

    /** The number of executions after which it fails; 0 = no limit. */
    public JobChange<T> maxAttempts(int value) {
        return with(copy -> copy.maxAttempts = value);
    }

    /** All its labels; none = it has none. */
    public JobChange<T> labels(String... values) {
        List<String> given = List.of(values);
        return with(copy -> copy.labels = given);
    }

    /**
     * Changes it only if it has this {@link Job#rev}, which a peek showed; the call fails with {@link
     * ErrorCode#WRONG_STATE} otherwise.
     */
    public JobChange<T> ifRev(String value) {
        Objects.requireNonNull(value, "rev: expected one, got null");
        return with(copy -> copy.rev = value);
    }

    @Nullable
    T payload() {
        return payload;
    }

    @Nullable
    Duration delay() {
        return delay;
    }

    @Nullable
    Instant dueAt() {
        return dueAt;
    }

    @Nullable
    Duration ttr() {
        return ttr;
    }

    @Nullable
    Long priority() {
        return priority;
    }

    @Nullable
    Integer maxAttempts() {
        return maxAttempts;
    }

    @Nullable
    List<String> labels() {
        return labels;
    }

    @Nullable
    String rev() {
        return rev;
    }
}
