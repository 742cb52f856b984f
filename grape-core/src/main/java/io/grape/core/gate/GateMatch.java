package io.grape.core.gate;

import io.grape.catalog.GateMatchFields;
import io.grape.catalog.Values;
import io.grape.core.Alphabet;
import io.grape.core.Limits;
import io.grape.core.WireName;

/**
 * Which jobs a gate matches.
 *
 * @param value the key or the label; empty for all
 */
public record GateMatch(Kind kind, String value) {
    public static final GateMatch ALL = new GateMatch(Kind.ALL, "");

    /** By what a gate matches jobs. */
    public enum Kind implements WireName {
        KEY,
        LABEL,
        ALL
    }

    public GateMatch {
        switch (kind) {
            case KEY -> Alphabet.KEY.checked("match.key", value, Limits.MAX_KEY_CHARS);
            case LABEL -> Alphabet.LABEL.checked("match.label", value, Limits.MAX_LABEL_CHARS);
            case ALL -> {}
        }
    }

    public static GateMatch key(String key) {
        return new GateMatch(Kind.KEY, key);
    }

    public static GateMatch label(String label) {
        return new GateMatch(Kind.LABEL, label);
    }

    static GateMatch of(Values values) {
        String key = values.find(GateMatchFields.KEY);
        String label = values.find(GateMatchFields.LABEL);
        if (key != null) {
            return key(key);
        }
        return label == null ? ALL : label(label);
    }

    public Values values() {
        return switch (kind) {
            case KEY -> Values.NONE.with(GateMatchFields.KEY, value);
            case LABEL -> Values.NONE.with(GateMatchFields.LABEL, value);
            case ALL -> Values.NONE.with(GateMatchFields.ALL, true);
        };
    }
}
