package io.grape.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What became of one item of a batch: a value, or why there is none. */
public final class Result<T> {
    private final @Nullable T value;
    private final @Nullable GrapeException failure;

    private Result(@Nullable T value, @Nullable GrapeException failure) {
        this.value = value;
        this.failure = failure;
    }

    /** One with a value. */
    public static <T> Result<T> of(T value) {
        return new Result<>(value, null);
    }

    /** One without, and why. */
    public static <T> Result<T> failed(GrapeException failure) {
        return new Result<>(null, failure);
    }

    /** Whether there is a value. */
    public boolean isOk() {
        return failure == null;
    }

    /** The value; throws the failure where there is none. */
    public T get() {
        if (failure != null) {
            throw failure;
        }
        return Objects.requireNonNull(value);
    }

    /** Why there is no value; null where there is one. */
    public @Nullable GrapeException failure() {
        return failure;
    }

    @Override
    public String toString() {
        return String.valueOf(failure == null ? value : failure);
    }
}
