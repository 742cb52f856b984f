package io.grape.core;

import java.util.Locale;

/** A constant, and how the wire, the storage and the metrics call it. */
public interface WireName {
    String name();

    /** Its name in small letters, unless it says otherwise. */
    default String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that is called so; fails with BAD_REQUEST, the name of the value and what it may be. */
    static <T extends WireName> T parse(String name, String expected, T[] all, String given) {
        for (T one : all) {
            if (one.wireName().equals(given)) {
                return one;
            }
        }
        throw GrapeException.badValue(name, expected, "'" + given + "'");
    }
}
