package io.grape.server.access;

/** What sort of caller. */
public enum PrincipalKind {
    USER,
    TOKEN,
    ANONYMOUS
}
