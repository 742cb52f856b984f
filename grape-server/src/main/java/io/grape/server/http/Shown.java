package io.grape.server.http;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Access;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request shows of who makes it. */
final class Shown {
    private static final String BEARER = "bearer ";

    private Shown() {}

    /** A token, or else the session of a browser. */
    static Access.Credentials by(Request request, SessionCookie cookie) {
        return new Access.Credentials(bearer(request), cookie.read(request));
    }

    /** A token in any of the places that there are for it. No session: some of the GETs of Grape 1.3 change jobs. */
    static Access.Credentials byGrape13(Request request) {
        String token = bearer(request);
        if (token == null) {
            String header = request.header("X-Grape-Token");
            token = header == null ? Grape13Params.token(request) : header;
        }
        return new Access.Credentials(token, null);
    }

    private static @Nullable String bearer(Request request) {
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
