package io.grape.catalog;

/**
 * Creates the exception for an invalid value. Each caller has its own: the broker responds with BAD_REQUEST, the command line prints the line
 * of the file.
 */
@FunctionalInterface
public interface Refusal {
    /** For operations that refuse nothing. */
    Refusal NEVER = (path, expected, got) -> new IllegalStateException(path);

    /** For example {@code latenessTargetMs: expected a whole number from 1 to 86400000, got 0}. */
    RuntimeException of(String path, String expected, Object got);
}
