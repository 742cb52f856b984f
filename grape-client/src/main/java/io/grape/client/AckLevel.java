package io.grape.client;

/** What must hold a job before its produce returns: {@code docs/guarantees.md#acknowledgement-levels}. */
public final class AckLevel {
    /** The primary's memory. */
    public static final AckLevel MEMORY = new AckLevel("memory");

    /** The primary, as durable as its persistence is configured. The default. */
    public static final AckLevel DISK = new AckLevel("disk");

    private final String wireName;

    private AckLevel(String wireName) {
        this.wireName = wireName;
    }

    /**
     * The primary and 1 to 9 replicas. If too few confirm in time, the produce fails with
     * {@link ErrorCode#STORE_UNAVAILABLE}: the job is stored, not confirmed. Retry the same produce, with its id, to
     * confirm it.
     */
    public static AckLevel replicas(int count) {
        if (count < 1 || count > 9) {
            throw new IllegalArgumentException("replicas: expected 1 to 9, got " + count);
        }
        return new AckLevel("replica:" + count);
    }

    /** The name on the wire. */
    public String wireName() {
        return wireName;
    }

    @Override
    public String toString() {
        return wireName;
    }

    /** The given level, or the default. */
    static AckLevel only(AckLevel... given) {
        if (given.length > 1) {
            throw new IllegalArgumentException("ack: expected one at most, got " + given.length);
        }
        return given.length == 0 ? DISK : given[0];
    }
}
