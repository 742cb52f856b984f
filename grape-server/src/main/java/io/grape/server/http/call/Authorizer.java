package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Access;
import io.grape.server.access.LoginCredentials;
import io.grape.server.access.Principal;
import io.grape.server.access.Right;
import io.vertx.core.Future;
import java.util.Optional;

/** Lets a call through, or not: who makes it, whether he may, and whether it is a page of somebody else that makes a browser send it. */
public final class Authorizer {
    private static final String[] NAMING_TUBES = {"tube", "tubes"};

    private final Access access;
    private final SessionCookie cookie;

    public Authorizer(Access access) {
        this.access = access;
        this.cookie = new SessionCookie(access.policy());
    }

    /**
     * Notes who makes a request. Fails with UNAUTHENTICATED or FORBIDDEN; done at once unless a session has to be looked up.
     */
    Future<Void> admit(Endpoint call, Request request) {
        CsrfGuard.check(call, request);
        if (call.right() == Right.PUBLIC) {
            return Future.succeededFuture();
        }
        LoginCredentials shown = shown(call, request);
        Optional<Principal> known = access.known(shown);
        if (known.isPresent()) {
            check(call, request, known.get());
            return Future.succeededFuture();
        }
        return request.await(access.identify(shown)).map(found -> {
            CsrfGuard.checkSession(call, request);
            check(call, request, found);
            return null;
        });
    }

    private LoginCredentials shown(Endpoint call, Request request) {
        if (!access.policy().required()) {
            return LoginCredentials.NONE;
        }
        return call.style().credentials(request, cookie);
    }

    private static void check(Endpoint call, Request request, Principal caller) {
        request.by(caller);
        if (caller.equals(Principal.NOBODY)) {
            throw new GrapeException(
                    ErrorCode.UNAUTHENTICATED, "this broker asks who calls: a token or a session is needed, none came");
        }
        caller.check(call.right());
        Endpoint.Further further = call.further();
        if (further != null && further.isAsked(request.query())) {
            caller.check(further.right());
        }
        checkTubes(call, request);
    }

    /** The tubes that path and query name; what a body names is for the call to check. */
    private static void checkTubes(Endpoint call, Request request) {
        if (call.path().contains("{tube}")) {
            request.caller().checkTube(request.pathParameter("tube"));
        }
        for (String parameter : NAMING_TUBES) {
            String names = call.query().contains(parameter) ? request.query().text(parameter) : null;
            if (names != null) {
                for (String name : names.split("[,|]", -1)) {
                    request.caller().checkTube(name);
                }
            }
        }
    }
}
