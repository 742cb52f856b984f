package io.grape.client.worker;

/**
 * Limits how many jobs a consume asks for: half as many after an overloaded broker shed one, and one more after each response (additive
 * increase, multiplicative decrease). Not thread-safe.
 */
final class FetchLimit {
    private final int largest;
    private int limit;

    FetchLimit(int largest) {
        this.largest = largest;
        this.limit = largest;
    }

    /** Returns how many jobs to request when this many would fit. */
    int of(int room) {
        return Math.min(room, limit);
    }

    /** The broker shed a consume that requested this many jobs. */
    void shed(int asked) {
        limit = Math.max(1, Math.min(limit, asked) / 2);
    }

    /** A consume got its response. */
    void answered() {
        limit = Math.min(largest, limit + 1);
    }
}
