package io.grape.catalog;

/**
 * Creates the exception for an invalid value. The caller decides which one, because this module knows no errors: the broker's is a
 * BAD_REQUEST.
 */
@FunctionalInterface
public interface Refusal {
    /** For steps that cannot refuse anything, for example {@link Schema#normalized}. */
    Refusal NEVER = (path, expected, got) -> new IllegalStateException(path);

    /** For example {@code latenessTargetMs: expected a whole number from 1 to 86400000, got 0}. */
    RuntimeException of(String path, String expected, Object got);
}
