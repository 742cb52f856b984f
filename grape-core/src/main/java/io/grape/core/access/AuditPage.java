package io.grape.core.access;

import java.util.List;

/** Entries of the audit log as they were kept, newest first. */
public record AuditPage(List<AuditRetention> entries) {
    public AuditPage {
        entries = List.copyOf(entries);
    }
}
