package io.grape.server.access;

import org.jspecify.annotations.Nullable;

/**
 * What holds for this broker.
 *
 * @param required whether callers are asked who they are
 * @param secure whether every listener speaks TLS
 * @param environment what the console shows beside its name, null = nothing
 * @param cost of the hash of a password
 * @param tubes how many that are there one principal may have made
 */
public record AccessPolicy(
        boolean required, boolean secure, @Nullable String environment, int cost, int tubes) {
    /** Nobody is asked. */
    public static final AccessPolicy OPEN =
            new AccessPolicy(false, false, null, Passwords.USUAL_COST, Integer.MAX_VALUE);
}
