package io.grape.core;

import java.util.Locale;

/** Why a call was shed. Source: {@code docs/overload.md}. */
public enum OverloadReason {
    /** It waited for too long, and so did all others. */
    DELAY,
    /** Too many jobs wait for the same node of Redis. */
    QUEUE,
    /** Redis has little memory left. */
    MEMORY,
    /** The node of Redis has not replied for too long. */
    NODE;

    /** As the wire and metrics call it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
