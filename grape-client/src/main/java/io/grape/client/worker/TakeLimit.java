package io.grape.client.worker;

/**
 * How many jobs a consume asks for: half as many after one that an overloaded broker shed, one more after each that it
 * answered. Not thread-safe.
 */
final class TakeLimit {
    private final int largest;
    private int most;

    TakeLimit(int largest) {
        this.largest = largest;
        this.most = largest;
    }

    /** How many to ask for if there is so much room. */
    int of(int room) {
        return Math.min(room, most);
    }

    /** A consume that asked for so many was shed. */
    void shed(int asked) {
        most = Math.max(1, Math.min(most, asked) / 2);
    }

    /** A consume was answered. */
    void answered() {
        most = Math.min(largest, most + 1);
    }
}
