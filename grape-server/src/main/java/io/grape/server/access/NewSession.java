package io.grape.server.access;

/**
 * Who wants in.
 *
 * @param address what bounds count; see {@code docs/access.md#addresses}
 */
public record NewSession(String name, String password, String address) {}
