package io.grape.client;

import java.util.Locale;

/** What becomes of jobs that were not begun in time. Source: {@code docs/http.md#expiry}. */
public enum ExpireTo {
    /** They are gone. */
    DROP,
    /** They fail. */
    BURY;

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
