package io.grape.core.job;

/** What can happen to a job. */
public enum JobEventType {
    PRODUCED("produced"),
    CONSUMED("consumed"),
    RELEASED("released"),
    /** Its lease expired. */
    EXPIRED("expired"),
    BURIED("buried"),
    /** Its consumer was asked to stop. */
    CANCELLED("cancelled"),
    KICKED("kicked"),
    /** Its consumer never got it, or gave it back. */
    HANDED_BACK("handedBack"),
    /** Its consumer left it, with a checkpoint, to the next one. */
    HANDED_OVER("handedOver"),
    /** A gate held it back by its label. */
    GATED("gated"),
    /** The gate that held it was lifted. */
    UNGATED("ungated"),
    /** An operation moved it here from another tube. */
    MOVED("moved"),
    /** It was changed in place. */
    CHANGED("changed"),
    /** It was not begun in time, and was buried. */
    EXPIRED_UNSTARTED("expiredUnstarted"),
    /** Its consumer finished it, and it is kept. */
    FINISHED("finished");

    private final String wireName;

    JobEventType(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
