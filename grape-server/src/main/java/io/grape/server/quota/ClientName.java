package io.grape.server.quota;

/**
 * By what names a client may have a quota.
 *
 * @param name of its token, of its user with {@code user:} before it, or its address
 * @param group the same; of an IPv6 address the network of 64 bits: who has one address of it has them all
 */
public record ClientName(String name, String group) {}
