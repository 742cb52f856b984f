package io.grape.core.job;

/** What can happen to a job. */
public enum JobEventType {
    PRODUCED("produced"),
    CONSUMED("consumed"),
    RELEASED("released"),
    /** Its lease expired. */
    EXPIRED("expired"),
    BURIED("buried"),
    KICKED("kicked"),
    /** Its consumer never got it, or gave it back. */
    HANDED_BACK("handedBack");

    private final String wireName;

    JobEventType(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
