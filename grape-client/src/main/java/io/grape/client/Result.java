package io.grape.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The result of one item of a batch: a value or a failure. */
public final class Result<T> {
    private final @Nullable T value;
    private final @Nullable GrapeException failure;

    private Result(@Nullable T value, @Nullable GrapeException failure) {
        this.value = value;
        this.failure = failure;
    }

    /** A result with a value. */
    public static <T> Result<T> of(T value) {
        return new Result<>(value, null);
    }

    /** A failed result. */
    public static <T> Result<T> failed(GrapeException failure) {
        return new Result<>(null, failure);
    }

    /** Whether it has a value. */
    public boolean isOk() {
        return failure == null;
    }

    /** The value; throws the failure if there is none. */
    public T get() {
        if (failure != null) {
            throw failure;
        }
        return Objects.requireNonNull(value);
    }

    /** The failure; null if there is a value. */
    public @Nullable GrapeException failure() {
        return failure;
    }

    @Override
    public String toString() {
        return String.valueOf(failure == null ? value : failure);
    }
}
