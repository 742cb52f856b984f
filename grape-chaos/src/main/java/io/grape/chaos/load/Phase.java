package io.grape.chaos.load;

/** How far a load is. */
enum Phase {
    /** Jobs are produced, and their consumers are of all kinds. */
    RUNNING,
    /** What is there is consumed and finished. */
    DRAINING,
    /** Whoever still works stops. */
    OVER
}
