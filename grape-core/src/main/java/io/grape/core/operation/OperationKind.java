package io.grape.core.operation;

import io.grape.core.GrapeException;
import java.util.Locale;

/** The action on each job. */
public enum OperationKind {
    KICK,
    DELETE;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static OperationKind parse(String wireName) {
        for (OperationKind kind : values()) {
            if (kind.wireName().equals(wireName)) {
                return kind;
            }
        }
        throw GrapeException.badValue("kind", "kick or delete", "'" + wireName + "'");
    }
}
