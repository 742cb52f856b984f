package io.grape.server.http.grape13;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.LoginCredentials;
import io.grape.server.http.call.ApiStyle;
import io.grape.server.http.call.Credentials;
import io.grape.server.http.call.ProblemStyle;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.call.SessionCookie;
import io.grape.server.http.json.PercentEncoding;
import java.util.Set;
import java.util.regex.Pattern;

/** How Grape 1.3 speaks. Source: {@code docs/grape13.md}. */
public final class Grape13Style implements ApiStyle {
    public static final ApiStyle INSTANCE = new Grape13Style();

    private static final Pattern OWN = Pattern.compile("/+api(/|\\?|$)");

    private Grape13Style() {}

    @Override
    public boolean owns(String path) {
        return OWN.matcher(decoded(path)).lookingAt();
    }

    /** A call is found by its decoded path, so that is what has to be looked at. */
    private static String decoded(String path) {
        try {
            return PercentEncoding.decodedSegment(path);
        } catch (GrapeException e) {
            return path;
        }
    }

    @Override
    public Response unknown(String path, Set<String> allowed, Request request) {
        return allowed.isEmpty()
                ? Grape13Refusal.unknownPath(path).reply().header("Content-Type", "application/json; charset=utf-8")
                : Response.empty(405).header("Allow", String.join(", ", allowed));
    }

    @Override
    public Response problem(Throwable cause, Request request) {
        return Grape13Refusal.of(cause, request).reply();
    }

    @Override
    public ErrorCode code(Throwable cause) {
        return cause instanceof Grape13Refusal ? ErrorCode.BAD_REQUEST : ProblemStyle.INSTANCE.code(cause);
    }

    /** A token in any of the places that there are for it. No session: some of the GETs change jobs. */
    @Override
    public LoginCredentials credentials(Request request, SessionCookie cookie) {
        String token = Credentials.bearer(request);
        if (token == null) {
            String header = request.header("X-Grape-Token");
            token = header == null ? Grape13Params.token(request) : header;
        }
        return new LoginCredentials(token, null);
    }
}
