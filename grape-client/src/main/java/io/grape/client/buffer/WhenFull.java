package io.grape.client.buffer;

/** What a buffer does with a job for which it has no room. */
public enum WhenFull {
    /** The produce fails with a {@link BufferFullException}. */
    THROW,
    /** The produce waits, on the calling thread, until there is room. */
    BLOCK
}
