package io.grape.client.transport;

import java.util.Locale;

/** What a call is for. It decides what the client does when a broker is overloaded. */
public enum Traffic {
    /** For jobs that are held. Never held back: a job without its acknowledgement is delivered again. */
    ACKNOWLEDGE(false, false),
    /** Of an operator, during an incident too. Never held back. */
    CONTROL(false, false),
    CONSUME(true, true),
    PRODUCE(true, true),
    /** Looks, lists, and all others. */
    OTHER(true, false);

    private final boolean throttled;
    private final boolean breaks;

    Traffic(boolean throttled, boolean breaks) {
        this.throttled = throttled;
        this.breaks = breaks;
    }

    /** For people. */
    String calls() {
        return name().toLowerCase(Locale.ROOT) + " calls";
    }

    /** Whether it never waits behind other calls of this client. */
    boolean isUrgent() {
        return this == ACKNOWLEDGE || this == CONTROL;
    }

    /** Whether the client sends less of it to a broker that sheds it. */
    boolean isThrottled() {
        return throttled;
    }

    /** Whether the client stops sending it to a broker where it fails. */
    boolean breaks() {
        return breaks;
    }
}
