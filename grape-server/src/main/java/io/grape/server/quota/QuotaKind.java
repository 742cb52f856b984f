package io.grape.server.quota;

import java.util.Locale;

/** What has a bound. */
public enum QuotaKind {
    /** Of all callers together. */
    CONNECTIONS,
    CONNECTIONS_OF_ADDRESS,
    CALLS,
    WAITS,
    STREAMS,
    SCRAPES,
    HANDSHAKES;

    /** As metrics call it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
