package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.LoginCredentials;
import java.util.Set;

/** The usual style: {@code application/problem+json}, a bearer token or the session of a browser. */
public final class ProblemStyle implements ApiStyle {
    public static final ApiStyle INSTANCE = new ProblemStyle();

    private ProblemStyle() {}

    @Override
    public boolean owns(String path) {
        return true;
    }

    @Override
    public Response unknown(String path, Set<String> allowed, Request request) {
        if (allowed.isEmpty()) {
            String hint = path.equals("/")
                    ? ": /openapi.json lists the calls, and the console has a port of its own, 9595 unless --console-port says another"
                    : "";
            return Problems.of(404, ErrorCode.BAD_REQUEST, "there is no call " + path + hint, request.id());
        }
        String methods = String.join(", ", allowed);
        String detail = "method: expected " + methods + ", got " + request.method();
        return Problems.of(405, ErrorCode.BAD_REQUEST, detail, request.id()).header("Allow", methods);
    }

    @Override
    public Response problem(Throwable cause, Request request) {
        return Problems.of(cause, request);
    }

    @Override
    public ErrorCode code(Throwable cause) {
        return cause instanceof GrapeException known ? known.code() : ErrorCode.INTERNAL;
    }

    @Override
    public LoginCredentials credentials(Request request, SessionCookie cookie) {
        return Credentials.by(request, cookie);
    }
}
