package io.grape.core.operation;

import io.grape.core.WireName;

/** The action on each job. */
public enum OperationKind implements WireName {
    KICK,
    DELETE,
    /** To another tube: made there, then removed here. */
    MOVE;

    /** Whether it frees memory in Redis, or lets consumers free some. A move first needs memory for the second copy. */
    public boolean freesMemory() {
        return this != MOVE;
    }

    public static OperationKind parse(String wireName) {
        return WireName.parse("kind", "kick, delete or move", values(), wireName);
    }
}
