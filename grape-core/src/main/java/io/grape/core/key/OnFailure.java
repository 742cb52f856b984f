package io.grape.core.key;

/** What becomes of the jobs behind a failed one of the same key, in a tube that keeps their order. */
public enum OnFailure {
    /** They go on. */
    SKIP,
    /** They wait until it is kicked, discarded or deleted. */
    BLOCK
}
