package io.grape.core;

import java.util.Locale;

/** What a tube counts: each job that went through the verb. Produced = live + finished + deleted + discarded + lost. */
public enum TubeCounter {
    PRODUCED,
    CONSUMED,
    FINISHED,
    RELEASED,
    BURIED,
    KICKED,
    EXPIRED,
    DELETED,
    DISCARDED;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
