package io.grape.client.transport;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory that responses take until they have been read completely: each response, and all large ones of a
 * client together. Without it, one endless response would fill the heap of the process.
 */
final class ResponseLimit {
    /** A response of up to so many bytes always fits. */
    static final long SMALL = 1 << 20;

    private static final int PART_OF_HEAP = 4;

    private final long maxBytes;
    private final long maxTotal;
    private final AtomicLong total = new AtomicLong();

    /** @param maxBytes of one response */
    ResponseLimit(long maxBytes) {
        this.maxBytes = maxBytes;
        this.maxTotal = Math.max(maxBytes, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    long maxBytes() {
        return maxBytes;
    }

    /** Takes room for bytes beyond the {@link #SMALL} ones of a response. Returns false if there is none. */
    boolean take(long bytes) {
        if (total.addAndGet(bytes) <= maxTotal) {
            return true;
        }
        total.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        total.addAndGet(-bytes);
    }
}
