package io.grape.client;

import java.util.Locale;

/** The order of a list of keys. */
public enum KeySort {
    /** The most waiting jobs first. */
    BACKLOG,
    /** The longest wait of a ready job first, among the 1,000 keys with the largest backlog. */
    AGE,
    /** The most leases first, among the 1,000 keys with the largest backlog or the most leases. */
    USE;

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
