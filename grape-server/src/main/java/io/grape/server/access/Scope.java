package io.grape.server.access;

import io.grape.core.WireName;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a token is for. Source: {@code docs/access.md#tokens}. */
public enum Scope implements WireName {
    PRODUCE(EnumSet.of(Right.JOBS_PRODUCE, Right.JOBS_READ, Right.JOBS_DELETE, Right.TUBES_READ)),
    CONSUME(EnumSet.of(Right.JOBS_CONSUME, Right.JOBS_READ, Right.JOBS_PAYLOAD, Right.TUBES_READ)),
    READ(Role.VIEWER.rights()),
    ADMIN(Role.ADMIN.rights());

    @SuppressWarnings("ImmutableEnumChecker") // A copy that cannot be changed.
    private final Set<Right> rights;

    Scope(Set<Right> rights) {
        this.rights = Set.copyOf(rights);
    }

    public Set<Right> rights() {
        return rights;
    }

    public static Scope parse(String name) {
        return WireName.parse("scopes", "some of produce, consume, read, admin", values(), name);
    }

    /** Several, each once. */
    public static Set<Scope> parseAll(Collection<String> names) {
        return names.stream().map(Scope::parse).collect(Collectors.toSet());
    }

    /** How some are called, in the order of the alphabet. */
    public static List<String> names(Collection<Scope> scopes) {
        return scopes.stream().map(Scope::wireName).sorted().toList();
    }
}
