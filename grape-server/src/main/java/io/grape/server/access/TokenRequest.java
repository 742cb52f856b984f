package io.grape.server.access;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token is to be.
 *
 * @param end null = it does not expire
 */
public record TokenRequest(
        String name,
        Set<Scope> scopes,
        List<String> tubes,
        @Nullable TokenExpiry end) {
    /** What the audit log has of it. */
    public String detail() {
        String told = "name=" + name + " scopes=" + Scope.names(scopes) + " tubes=" + tubes;
        return end == null ? told : told + " expires=" + end.shown();
    }
}
