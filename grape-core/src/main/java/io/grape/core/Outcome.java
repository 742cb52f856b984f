package io.grape.core;

import org.jspecify.annotations.Nullable;

/** What became of one item of a batch: a value, or the failure of this item alone. Exactly one of the two is there. */
public record Outcome<T>(@Nullable T value, @Nullable GrapeException failure) {
    public static <T> Outcome<T> of(T value) {
        return new Outcome<>(value, null);
    }

    public static <T> Outcome<T> failed(ErrorCode code, String detail) {
        return new Outcome<>(null, new GrapeException(code, detail));
    }

    public static <T> Outcome<T> failed(GrapeException failure) {
        return new Outcome<>(null, failure);
    }

    /** The value, or the failure thrown. */
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
