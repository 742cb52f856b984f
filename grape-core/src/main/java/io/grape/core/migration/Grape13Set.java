package io.grape.core.migration;

import io.grape.core.WireName;

/** A sorted set of a tube. */
public enum Grape13Set implements WireName {
    DELAY,
    RETAIN,
    FAILED
}
