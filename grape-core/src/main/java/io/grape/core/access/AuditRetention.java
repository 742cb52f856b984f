package io.grape.core.access;

import java.time.Instant;

/**
 * An entry, and where it is.
 *
 * @param at by Redis's clock
 * @param times how often it happened: the same refusal, again and again, is one entry
 * @param since when it happened first
 */
public record AuditRetention(String id, Instant at, AuditEntry entry, long times, Instant since) {}
