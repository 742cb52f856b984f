package io.grape.server.access;

import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
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
    /** Of IPv4: no token has a colon in its name. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");

    /** Fails with BAD_REQUEST if its name is reserved, or its {@linkplain Quota quota} would be that of others. */
    public TokenRequest {
        AccountName.checkedNew(name);
        if (name.equals(Quota.DEFAULT) || ADDRESS.matcher(name).matches()) {
            throw GrapeException.badValue(
                    "name", "another one, as a quota of this name is for others", "'" + name + "'");
        }
    }

    /** What the audit log has of it. */
    public String detail() {
        String told = "name=" + name + " scopes=" + Scope.names(scopes) + " tubes=" + tubes;
        return end == null ? told : told + " expires=" + end.shown();
    }
}
