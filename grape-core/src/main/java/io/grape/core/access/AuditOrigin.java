package io.grape.core.access;

/** Where a call came from. */
public record AuditOrigin(String requestId, String address) {}
