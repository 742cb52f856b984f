package io.grape.core.access;

import java.time.Instant;

/**
 * An entry and its retention.
 *
 * @param at by Redis's clock
 * @param times how often it happened: repeated refusals share one entry
 * @param since when it first happened
 */
public record AuditRetention(String id, Instant at, AuditEntry entry, long times, Instant since) {}
