package io.grape.server.access;

import org.jspecify.annotations.Nullable;

/**
 * What a caller shows. A token goes before a session.
 *
 * @param token of a program
 * @param session of a browser
 */
public record LoginCredentials(
        @Nullable String token, @Nullable String session) {
    /** Of whom nothing is asked. */
    public static final LoginCredentials NONE = new LoginCredentials(null, null);
}
