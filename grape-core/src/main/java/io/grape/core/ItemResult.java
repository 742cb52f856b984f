package io.grape.core;

import org.jspecify.annotations.Nullable;

/** The result of one item of a batch: a value, or the failure of this item alone. Exactly one of the two is set. */
public record ItemResult<T>(@Nullable T value, @Nullable GrapeException failure) {
    public static <T> ItemResult<T> of(T value) {
        return new ItemResult<>(value, null);
    }

    public static <T> ItemResult<T> failed(ErrorCode code, String detail) {
        return new ItemResult<>(null, new GrapeException(code, detail));
    }

    public static <T> ItemResult<T> failed(GrapeException failure) {
        return new ItemResult<>(null, failure);
    }

    /** The value; throws the failure. */
    public T get() {
        if (failure != null) {
            throw failure;
        }
        if (value == null) {
            throw new IllegalStateException("an outcome without value and failure");
        }
        return value;
    }
}
