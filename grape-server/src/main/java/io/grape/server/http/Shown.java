package io.grape.server.http;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Access;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request shows of who makes it. */
final class Shown {
    static final String COOKIE = "grape_session";
    private static final String BEARER = "bearer ";

    private Shown() {}

    /** A token, or else the session of a browser. */
    static Access.Credentials by(Request request) {
        return new Access.Credentials(bearer(request), session(request));
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

    /** The session's text, null when there is none. */
    static @Nullable String session(Request request) {
        List<String> cookies = request.headers("Cookie");
        for (String header : cookies) {
            for (String pair : header.split(";", -1)) {
                String[] cookie = pair.strip().split("=", 2);
                if (cookie.length == 2 && cookie[0].equals(COOKIE)) {
                    return cookie[1];
                }
            }
        }
        return null;
    }
}
