package io.grape.core.migration;

import java.util.Locale;

/** A sorted set of a tube. */
public enum Grape13Set {
    DELAY,
    RETAIN,
    FAILED;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
