package io.grape.core.access;

/** What is kept by name. */
public enum AccountKind {
    USERS,
    TOKENS
}
