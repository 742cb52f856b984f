package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.LoginCredentials;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request shows of who makes it. */
public final class Credentials {
    private static final String BEARER = "bearer ";

    private Credentials() {}

    /** A token, or else the session of a browser. */
    public static LoginCredentials by(Request request, SessionCookie cookie) {
        return new LoginCredentials(bearer(request), cookie.read(request));
    }

    /** The token of the header, null when there is none. */
    public static @Nullable String bearer(Request request) {
        String header = request.header("Authorization");
        if (header == null) {
            return null;
        }
        if (!header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw new GrapeException(
                    ErrorCode.UNAUTHENTICATED, "Authorization: expected Bearer and a token, got something else");
        }
        return header.substring(BEARER.length()).strip();
    }
}
