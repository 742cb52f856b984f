package io.grape.server.access;

import io.grape.core.WireName;
import java.util.EnumSet;
import java.util.Set;

/** What a user is: a name for some rights. Source: {@code docs/access.md#roles}. */
public enum Role implements WireName {
    /** Sees what there is and how it goes, but not what is in the jobs. */
    VIEWER(EnumSet.of(Right.TUBES_READ, Right.JOBS_READ, Right.SYSTEM_READ)),
    /** Keeps it going. */
    OPERATOR(EnumSet.of(
            Right.TUBES_READ,
            Right.JOBS_READ,
            Right.SYSTEM_READ,
            Right.JOBS_PAYLOAD,
            Right.JOBS_PRODUCE,
            Right.JOBS_KICK,
            Right.JOBS_DELETE,
            Right.JOBS_FORCE,
            Right.JOBS_PURGE,
            Right.TUBES_PAUSE,
            Right.OPERATIONS_RUN)),
    ADMIN(EnumSet.allOf(Right.class));

    @SuppressWarnings("ImmutableEnumChecker") // A copy that cannot be changed.
    private final Set<Right> rights;

    Role(Set<Right> rights) {
        this.rights = Set.copyOf(rights);
    }

    public Set<Right> rights() {
        return rights;
    }

    public static Role parse(String name) {
        return WireName.parse("role", "viewer, operator or admin", values(), name);
    }
}
