package io.grape.core.operation;

import io.grape.core.WireName;

/** The action on each job. */
public enum OperationKind implements WireName {
    KICK,
    DELETE;

    public static OperationKind parse(String wireName) {
        return WireName.parse("kind", "kick or delete", values(), wireName);
    }
}
