package io.grape.server.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is to be changed of a user; null = as it was, or as usual. */
public record UserChange(
        @Nullable Role role,
        @Nullable Set<Right> rights,
        @Nullable List<String> tubes,
        @Nullable String password) {
    /** What the audit log has of it: all but the password itself. */
    public String detail() {
        List<String> said = new ArrayList<>();
        if (role != null) {
            said.add("role=" + role.wireName());
        }
        if (rights != null) {
            said.add("rights=" + Right.names(rights));
        }
        if (tubes != null) {
            said.add("tubes=" + tubes);
        }
        if (password != null) {
            said.add("password");
        }
        return String.join(" ", said);
    }
}
