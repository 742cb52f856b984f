package io.grape.server.quota;

import io.grape.core.WireName;

/** What one caller has a limited number of at one broker. */
public enum QuotaKind implements WireName {
    /** Of all callers together. */
    CONNECTIONS,
    /** Connections for which this process has no file left. */
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
