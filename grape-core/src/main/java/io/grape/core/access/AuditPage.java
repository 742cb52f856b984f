package io.grape.core.access;

import java.util.List;

/** A page of the audit log, newest first. */
public record AuditPage(List<AuditRetention> entries) {
    public AuditPage {
        entries = List.copyOf(entries);
    }
}
