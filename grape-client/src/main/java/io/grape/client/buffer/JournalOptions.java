package io.grape.client.buffer;

/**
 * The settings of a journal.
 *
 * @param maxBytes of all its segments together
 */
public record JournalOptions(long maxBytes, WhenFull whenFull, Durability durability) {
    private static final long MIN_SEGMENT = 64 << 10;
    private static final long MAX_SEGMENT = 16 << 20;
    private static final int SEGMENTS = 16;

    /** A segment is deleted when all of it is settled, so many small ones free room sooner. */
    long segmentBytes() {
        return Math.max(MIN_SEGMENT, Math.min(MAX_SEGMENT, maxBytes / SEGMENTS));
    }
}
