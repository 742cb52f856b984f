package io.grape.core.broker;

import java.util.Set;

/**
 * What the Redis user of a broker lacks on a node, as rules of {@code ACL SETUSER}.
 *
 * @param isTold false if this Redis cannot tell, or could not be asked
 * @param needed what keeps the broker from its work
 * @param optional what only keeps it from checks
 */
public record MissingRights(boolean isTold, Set<String> needed, Set<String> optional) {
    /** Nothing is known. */
    public static final MissingRights UNKNOWN = new MissingRights(false, Set.of(), Set.of());

    public MissingRights {
        needed = Set.copyOf(needed);
        optional = Set.copyOf(optional);
    }
}
