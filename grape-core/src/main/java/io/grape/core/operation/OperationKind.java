package io.grape.core.operation;

import io.grape.core.WireName;

/** The action on each job. */
public enum OperationKind implements WireName {
    KICK,
    DELETE,
    /** To another tube: made there, then removed here. */
    MOVE;

    public static OperationKind parse(String wireName) {
        return WireName.parse("kind", "kick, delete or move", values(), wireName);
    }
}
