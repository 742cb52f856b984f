package io.grape.core.access;

/** The kinds of accounts. */
public enum AccountKind {
    USERS,
    TOKENS
}
