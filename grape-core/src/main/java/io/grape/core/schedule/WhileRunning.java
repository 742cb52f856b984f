package io.grape.core.schedule;

import io.grape.core.WireName;

/** What becomes of an occurrence whose turn comes while the one before it still runs. */
public enum WhileRunning implements WireName {
    /** It is delivered. */
    ALLOW,
    /** It is dropped, unless it was delivered or kicked before: then it waits as with {@link #QUEUE}. */
    SKIP,
    /** It is delivered after the end of the other one, and of those that came due before it. */
    QUEUE;

    public static WhileRunning parse(String wireName) {
        return WireName.parse("whileRunning", "allow, skip or queue", values(), wireName);
    }
}
