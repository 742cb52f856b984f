package io.grape.core.key;

/** What happens to the jobs behind a failed one of the same key, in a tube that keeps their order. */
public enum OnFailure {
    /** They are delivered as if it had finished. */
    SKIP,
    /** They wait until the failed job is kicked, discarded or deleted. */
    BLOCK
}
