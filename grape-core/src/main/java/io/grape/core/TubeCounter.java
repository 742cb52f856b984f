package io.grape.core;

/**
 * What a tube counts: each job that went through the verb. Produced is live, and those that have {@linkplain #isEnd ended}, and lost, and
 * missing.
 */
public enum TubeCounter {
    PRODUCED("produced", false),
    CONSUMED("consumed", false),
    FINISHED("finished", true),
    RELEASED("released", false),
    BURIED("buried", false),
    KICKED("kicked", false),
    EXPIRED("expired", false),
    DELETED("deleted", true),
    DISCARDED("discarded", true),
    /** Ended by a gate. Read from this release on, and not written yet; so are the next two. */
    DROPPED("dropped", true),
    /** Too old when its turn came, and never begun. */
    EXPIRED_UNSTARTED("expiredUnstarted", true),
    /** Gone to another tube. */
    MOVED("moved", true);

    private final String wireName;
    private final boolean isEnd;

    TubeCounter(String wireName, boolean isEnd) {
        this.wireName = wireName;
        this.isEnd = isEnd;
    }

    public String wireName() {
        return wireName;
    }

    /** True when a job that it counts is gone. */
    public boolean isEnd() {
        return isEnd;
    }
}
