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

    /** How many jobs to ask for if there is room for so many. */
    int of(int room) {
        return Math.min(room, limit);
    }

    /** A consume that asked for so many jobs was shed. */
    void shed(int asked) {
        limit = Math.max(1, Math.min(limit, asked) / 2);
    }

    /** A consume got its response. */
    void answered() {
        limit = Math.min(largest, limit + 1);
    }
}
