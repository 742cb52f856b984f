package io.grape.server.http.admin;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.access.AuditEntry;
import io.grape.server.access.Access;
import io.grape.server.access.LoginResult;
import io.grape.server.access.NewSession;
import io.grape.server.access.Principal;
import io.grape.server.access.PrincipalKind;
import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.AuditTrail;
import io.grape.server.http.call.Credentials;
import io.grape.server.http.call.CsrfGuard;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Health;
import io.grape.server.http.call.Problems;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.call.SessionCookie;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Logging in and out, and who one is. Anybody may ask. */
public final class SessionEndpoints implements Endpoints {
    private static final String SESSION = "/v1/session";
    private static final int MAX_BYTES = 16 * 1024;
    private static final Set<String> FIELDS = Set.of("name", "password");
    private static final int MAX_SHOWN = 64;
    private static final String AUDITED = "login";
    private static final Set<String> PASSWORDS = Set.of("oldPassword", "newPassword");
    private static final String CHANGED = "user.password";

    private final Access access;
    private final Health health;
    private final AuditTrail audit;
    private final SessionCookie cookie;

    public SessionEndpoints(Access access, Health health) {
        this.access = access;
        this.health = health;
        this.audit = new AuditTrail(access.audit());
        this.cookie = new SessionCookie(access.policy());
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(SESSION, Right.PUBLIC, this::look),
                Endpoint.post(SESSION, Right.PUBLIC, this::login).body(MAX_BYTES),
                Endpoint.delete(SESSION, Right.PUBLIC, this::logout),
                Endpoint.put(SESSION + "/password", Right.PUBLIC, this::password)
                        .body(MAX_BYTES));
    }

    /** What shows nobody who is known any more is nobody's, and no fault: a page has to find out. */
    private Future<Response> look(Request request) {
        return identify(request)
                .recover(failure -> Failures.is(ErrorCode.UNAUTHENTICATED, failure)
                        ? Future.succeededFuture(Principal.NOBODY)
                        : Future.failedFuture(failure))
                .map(this::shown);
    }

    private Future<Principal> identify(Request request) {
        try {
            return request.await(access.identify(Credentials.by(request, cookie)));
        } catch (GrapeException e) {
            return Future.failedFuture(e);
        }
    }

    private Response shown(Principal caller) {
        return Response.fresh(
                200,
                new JsonObject()
                        .put("auth", access.policy().required() ? "required" : "none")
                        .put("user", caller.kind() == PrincipalKind.ANONYMOUS ? null : user(caller))
                        .put("rights", names(caller.rights()))
                        .put("environment", access.policy().environment())
                        .put("version", health.version()));
    }

    private static JsonObject user(Principal caller) {
        Role role = caller.role();
        return new JsonObject()
                .put("name", caller.name())
                .put("role", role == null ? null : role.wireName())
                .put("rights", names(caller.own()))
                .put("tubes", new JsonArray(caller.tubes()));
    }

    private static JsonArray names(Set<Right> rights) {
        return Json.array(
                rights.stream().filter(right -> right != Right.PUBLIC).sorted().toList(), Right::wireName);
    }

    private void checkAsks() {
        if (!access.policy().required()) {
            throw new GrapeException(ErrorCode.WRONG_STATE, "auth is none: this broker has no sign-in");
        }
    }

    private Future<Response> login(Request request) {
        checkAsks();
        JsonFields given = JsonRequests.object(request.body(), FIELDS);
        String name = given.required("name");
        String shown = name.length() <= MAX_SHOWN ? name : name.substring(0, MAX_SHOWN) + "…";
        NewSession wanted = new NewSession(
                name, given.required("password"), request.address().group());
        return request.await(access.sessions().open(wanted)).compose(outcome -> answered(request, shown, outcome));
    }

    /** What was not even tried is not written down: somebody would fill the log with it. */
    private Future<Response> answered(Request request, String name, LoginResult outcome) {
        if (!outcome.later().isZero()) {
            return Future.succeededFuture(later(request, outcome.later()));
        }
        Principal caller = outcome.principal();
        if (caller == null) {
            // Anybody may type any name: it says nothing about who did it.
            return audit.write(
                            request,
                            Principal.NOBODY.name(),
                            AUDITED + ".failed",
                            "name=" + name,
                            AuditEntry.failed(ErrorCode.UNAUTHENTICATED))
                    .compose(written -> Future.failedFuture(new GrapeException(
                            ErrorCode.UNAUTHENTICATED, "there is no such user, or it is not the password")));
        }
        return audit.write(request, caller.name(), AUDITED, AuditEntry.OK)
                .map(written -> shown(caller).header("Set-Cookie", cookie.set(request, outcome.session())));
    }

    private static Response later(Request request, Duration wait) {
        long seconds = wait.plusMillis(999).toSeconds();
        String detail = "too many logins that failed: expected none for " + seconds + " s, got one";
        return Problems.of(Problems.status(ErrorCode.QUOTA_EXCEEDED), ErrorCode.QUOTA_EXCEEDED, detail, request.id())
                .header("Retry-After", Long.toString(seconds));
    }

    private Future<Response> logout(Request request) {
        String session = cookie.read(request);
        Response gone = Response.empty(204).header("Set-Cookie", cookie.forget(request));
        if (session == null || !access.policy().required()) {
            return Future.succeededFuture(gone);
        }
        CsrfGuard.checkSession(request);
        return identify(request)
                .compose(caller -> request.await(access.sessions().end(session))
                        .compose(ended -> caller.kind() == PrincipalKind.USER
                                ? audit.write(request, caller.name(), "logout", AuditEntry.OK)
                                : Future.succeededFuture()))
                .map(written -> gone);
    }

    /** Somebody else may sit before the browser of whoever signed in: the password is asked for again. */
    private Future<Response> password(Request request) {
        checkAsks();
        JsonFields given = JsonRequests.object(request.body(), PASSWORDS);
        String before = given.required("oldPassword");
        String after = given.required("newPassword");
        CsrfGuard.checkSession(request);
        return identify(request).compose(caller -> {
            checkUser(caller);
            NewSession shown =
                    new NewSession(caller.name(), before, request.address().group());
            return request.await(access.sessions().change(shown, after))
                    .compose(outcome -> changed(request, caller.name(), outcome));
        });
    }

    private static void checkUser(Principal caller) {
        if (caller.kind() == PrincipalKind.ANONYMOUS) {
            throw new GrapeException(ErrorCode.UNAUTHENTICATED, "a session is needed, none came");
        }
        if (caller.kind() == PrincipalKind.TOKEN) {
            throw new GrapeException(ErrorCode.FORBIDDEN, "a password: expected a session of a user, got " + caller);
        }
    }

    private Future<Response> changed(Request request, String name, LoginResult outcome) {
        if (!outcome.later().isZero()) {
            return Future.succeededFuture(later(request, outcome.later()));
        }
        if (outcome.principal() == null) {
            return audit.write(request, name, CHANGED, AuditEntry.failed(ErrorCode.FORBIDDEN))
                    .compose(written -> Future.failedFuture(
                            new GrapeException(ErrorCode.FORBIDDEN, "oldPassword: it is not the password of " + name)));
        }
        return audit.write(request, name, CHANGED, AuditEntry.OK)
                .map(written -> Response.empty(204).header("Set-Cookie", cookie.set(request, outcome.session())));
    }
}
