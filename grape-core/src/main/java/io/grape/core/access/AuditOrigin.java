package io.grape.core.access;

/** The origin of a call. */
public record AuditOrigin(String requestId, String address) {}
