package io.grape.core.access;

import java.time.Instant;
import java.util.List;

/** Entries of the audit log as they were kept, newest first. */
public record AuditPage(List<Kept> entries) {
    public AuditPage {
        entries = List.copyOf(entries);
    }

    /**
     * An entry, and where it is.
     *
     * @param at by Redis's clock
     * @param times how often it happened: the same refusal, again and again, is one entry
     * @param since when it happened first
     */
    public record Kept(String id, Instant at, AuditEntry entry, long times, Instant since) {}
}
