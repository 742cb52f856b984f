package io.grape.server.admission;

import io.grape.core.WireName;

/** What {@link InFlightLimits} count, and what a broker refuses for lack of connections or files. */
public enum LimitKind implements WireName {
    /** Connections of all callers together. */
    CONNECTIONS,
    /** Connections for which this process has no file descriptor left. */
    FILES,
    CONNECTIONS_OF_ADDRESS,
    CALLS,
    WAITS,
    STREAMS,
    SCRAPES,
    HANDSHAKES;

    /** As metrics call it. */
    @Override
    public String wireName() {
        return WireName.super.wireName().replace('_', '-');
    }
}
