package io.grape.core.schedule;

import io.grape.core.WireName;

/** What the local time of an occurrence fell into. */
public enum Fell implements WireName {
    /** It exists once. */
    NOTHING,
    /** It does not exist, so the first instant after the gap is taken. */
    GAP,
    /** It exists twice. */
    OVERLAP
}
