package io.grape.server.http.call;

import io.grape.server.access.AccessPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cookie that a session is kept in. Under TLS its name begins with {@code __Host-}: a browser takes such a one from this host
 * alone and by TLS alone, so neither a neighbour below the same domain nor somebody on the way can put another session there.
 */
public final class SessionCookie {
    private static final String PLAIN = "grape_session";
    private static final String OF_THIS_HOST = "__Host-" + PLAIN;

    private final boolean isTls;

    public SessionCookie(AccessPolicy policy) {
        this.isTls = policy.secure();
    }

    /** A proxy may speak TLS in place of the broker. */
    private boolean isSecure(Request request) {
        return isTls || "https".equals(request.header("X-Forwarded-Proto"));
    }

    /** The session's text, null when there is none. */
    @Nullable
    public String read(Request request) {
        List<String> headers = request.headers("Cookie");
        if (headers.isEmpty()) {
            return null;
        }
        String name = isSecure(request) ? OF_THIS_HOST : PLAIN;
        for (String header : headers) {
            for (String pair : header.split(";", -1)) {
                String[] cookie = pair.strip().split("=", 2);
                if (cookie.length == 2 && cookie[0].equals(name)) {
                    return cookie[1];
                }
            }
        }
        return null;
    }

    /** The header that makes a browser keep a session. */
    public String set(Request request, String session) {
        boolean secure = isSecure(request);
        return (secure ? OF_THIS_HOST : PLAIN) + "=" + session + "; Path=/; HttpOnly; SameSite=Lax"
                + (secure ? "; Secure" : "");
    }

    /** The header that makes a browser forget it. */
    public String forget(Request request) {
        return set(request, "") + "; Max-Age=0";
    }
}
