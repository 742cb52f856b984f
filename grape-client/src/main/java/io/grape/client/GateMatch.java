package io.grape.client;

/**
 * Which jobs of a tube a gate matches.
 *
 * @param value the key or the label; empty for all
 */
public record GateMatch(Kind kind, String value) {
    /** By what a gate matches jobs. */
    public enum Kind {
        /** Those with a key. Only in a tube with {@link KeySettings keys}. */
        KEY,
        /** Those with a label. */
        LABEL,
        /** All jobs of the tube. */
        ALL
    }

    /** All jobs of the tube. */
    public static final GateMatch ALL = new GateMatch(Kind.ALL, "");

    /** Those with this key. Only in a tube with {@link KeySettings keys}. */
    public static GateMatch key(String key) {
        return new GateMatch(Kind.KEY, key);
    }

    /** Those with this label. */
    public static GateMatch label(String label) {
        return new GateMatch(Kind.LABEL, label);
    }
}
