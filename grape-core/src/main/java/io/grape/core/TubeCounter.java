package io.grape.core;

/**
 * The counters of a tube: each counts the jobs that went through a verb. Produced jobs are live, {@linkplain #isEnd
 * ended}, lost or missing.
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
    /** Dropped by a gate. */
    DROPPED("dropped", true),
    /** Expired before it was begun, and dropped. */
    EXPIRED_UNSTARTED("expiredUnstarted", true),
    /** Moved to another tube. */
    MOVED("moved", true),
    /** Ended while Redis was full, so that their ids were not remembered. */
    DEDUP_IDS_DROPPED("dedupIdsDropped", "unremembered", false),
    /** Finished while Redis was full, so that they and their results were not kept. */
    RESULTS_DROPPED("resultsDropped", "unkept", false);

    private final String wireName;
    private final String redisField;
    private final boolean isEnd;

    TubeCounter(String name, boolean isEnd) {
        this(name, name, isEnd);
    }

    TubeCounter(String wireName, String redisField, boolean isEnd) {
        this.wireName = wireName;
        this.redisField = redisField;
        this.isEnd = isEnd;
    }

    public String wireName() {
        return wireName;
    }

    /** Its name in the hash of the tube. */
    public String redisField() {
        return redisField;
    }

    /** True if the jobs that it counts are gone. */
    public boolean isEnd() {
        return isEnd;
    }
}
