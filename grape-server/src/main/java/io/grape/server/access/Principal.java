package io.grape.server.access;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a call, and what he may.
 *
 * @param id what tells it from others of its name: of a token its id, of a user a stamp of the password
 * @param name for people and the audit log
 * @param role of a user; null = of no user
 * @param own what he was given beside a role
 * @param rights all that he may
 * @param tubes what the names of the tubes begin with that he may use; an empty text = all of them
 */
public record Principal(
        PrincipalKind kind,
        String id,
        String name,
        @Nullable Role role,
        Set<Right> own,
        Set<Right> rights,
        List<String> tubes) {

    /** Everybody, where nobody is asked who he is: may do everything. */
    public static final Principal ANYBODY = new Principal(
            PrincipalKind.ANONYMOUS, "", "anonymous", null, Set.of(), EnumSet.allOf(Right.class), TubePrefixes.ALL);

    /** Who did not say who he is, where that is asked: may do nothing. */
    public static final Principal NOBODY =
            new Principal(PrincipalKind.ANONYMOUS, "", "nobody", null, Set.of(), Set.of(), List.of());

    /** Stands for the name of a tube that a caller may not see. No tube can be called so. */
    public static final String HIDDEN = "***";

    public Principal {
        own = Set.copyOf(own);
        rights = Set.copyOf(rights);
        tubes = List.copyOf(tubes);
    }

    public boolean may(Right right) {
        return right == Right.PUBLIC || rights.contains(right);
    }

    public boolean mayTube(String tube) {
        for (String prefix : tubes) {
            if (tube.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** A tube's name, or {@link #HIDDEN} in its place where the tube is not one of his. */
    public String shown(String tube) {
        return mayTube(tube) ? tube : HIDDEN;
    }

    /** Fails with FORBIDDEN where a tube is not one of his. For a tube that the caller has named: the message repeats it. */
    public void checkTube(String tube) {
        if (!mayTube(tube)) {
            throw new GrapeException(
                    ErrorCode.FORBIDDEN,
                    "tube " + tube + ": " + this + " may use tubes that begin with " + String.join(", ", tubes));
        }
    }

    /** The same for a tube that the caller has not named, and must not learn of: the message says what it belongs to instead. */
    public void checkUnnamedTube(String tube, String what) {
        if (!mayTube(tube)) {
            throw new GrapeException(
                    ErrorCode.FORBIDDEN,
                    what + ": " + this + " may use tubes that begin with " + String.join(", ", tubes));
        }
    }

    /** Fails with FORBIDDEN, naming the right, where he does not have it. */
    public void check(Right right) {
        if (!may(right)) {
            throw new GrapeException(
                    ErrorCode.FORBIDDEN,
                    "this takes the right " + right.wireName() + ", which " + this + " does not have");
        }
    }

    /** True when it may use tubes of some names only. */
    public boolean isBound() {
        return !mayTube("");
    }

    /** Fails with FORBIDDEN, and says of what it is, where he may use some tubes only. */
    public void checkUnbound(String what) {
        if (isBound()) {
            throw new GrapeException(
                    ErrorCode.FORBIDDEN, what + " for those who may use all tubes, which " + this + " may not");
        }
    }

    /** True for a token that only moves jobs: what it cancels is its own. */
    public boolean isClient() {
        return kind == PrincipalKind.TOKEN && !may(Right.JOBS_KICK);
    }

    /** By which the tubes that he creates are counted. */
    public String creatorName() {
        return kind.name().toLowerCase(Locale.ROOT) + ":" + name;
    }

    /** By which its quota is found: of somebody who is not known, the address. */
    public String quotaName(String address) {
        return switch (kind) {
            case USER -> Quota.USER + name;
            case TOKEN -> name;
            case ANONYMOUS -> address.isEmpty() ? "unknown" : address;
        };
    }

    @Override
    public String toString() {
        return switch (kind) {
            case USER -> "user " + name;
            case TOKEN -> "token " + name;
            case ANONYMOUS -> name;
        };
    }
}
