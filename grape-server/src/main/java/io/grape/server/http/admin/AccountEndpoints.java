package io.grape.server.http.admin;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Access;
import io.grape.server.access.Right;
import io.grape.server.access.UserChange;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Users and tokens: who may use what. */
public final class AccountEndpoints implements Endpoints {
    private static final String USERS = "/v1/users";
    private static final String USER = USERS + "/{name}";
    private static final String TOKENS = "/v1/tokens";
    private static final int MAX_BYTES = 64 * 1024;

    private final Access access;

    public AccountEndpoints(Access access) {
        this.access = access;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(USERS, Right.ACCESS_ADMIN, unbound(this::users)),
                Endpoint.put(USER, Right.ACCESS_ADMIN, unbound(this::put))
                        .body(MAX_BYTES)
                        .audited(Audit.of("user.put")
                                .detail(request -> change(request).detail())),
                Endpoint.delete(USER, Right.ACCESS_ADMIN, unbound(this::remove)).audited("user.delete"),
                Endpoint.get(TOKENS, Right.ACCESS_ADMIN, unbound(this::tokens)),
                Endpoint.post(TOKENS, Right.ACCESS_ADMIN, unbound(this::add))
                        .body(MAX_BYTES)
                        .audited(Audit.of("token.create").detail(AccountEndpoints::tokenDetail)),
                Endpoint.delete(TOKENS + "/{id}", Right.ACCESS_ADMIN, unbound(this::revoke))
                        .audited("token.revoke"));
    }

    /** Who may use some tubes only would give himself all of them. */
    private static Endpoint.Action unbound(Endpoint.Action action) {
        return request -> {
            request.caller().checkUnbound("users and tokens are");
            return action.answer(request);
        };
    }

    /** What was asked for, as far as it can be read. */
    private static String tokenDetail(Request request) {
        return AccountJson.wish(JsonRequests.object(request.body(), AccountJson.TOKEN))
                .detail();
    }

    private Future<Response> users(Request request) {
        return request.await(access.users().all())
                .map(users -> Response.fresh(200, new JsonObject().put("users", Json.array(users, AccountJson::of))));
    }

    private static UserChange change(Request request) {
        return AccountJson.change(JsonRequests.object(request.body(), AccountJson.USER));
    }

    private Future<Response> put(Request request) {
        UserChange change = change(request);
        return request.await(access.users()
                        .put(
                                request.pathParameter("name"),
                                change,
                                request.caller().name()))
                .compose(put -> known(request)
                        .map(known -> Response.fresh(put.created() ? 201 : 200, AccountJson.of(put.user()))));
    }

    private Future<Response> remove(Request request) {
        String name = request.pathParameter("name");
        return request.await(access.users().remove(name)).compose(gone -> gone(request, gone, "user " + name));
    }

    private Future<Response> tokens(Request request) {
        return request.await(access.tokens().all())
                .map(tokens ->
                        Response.fresh(200, new JsonObject().put("tokens", Json.array(tokens, AccountJson::of))));
    }

    private Future<Response> add(Request request) {
        JsonFields given = JsonRequests.object(request.body(), AccountJson.TOKEN);
        return request.await(access.tokens()
                        .add(AccountJson.wish(given), request.caller().name()))
                .compose(made -> known(request)
                        .map(known ->
                                Response.fresh(201, AccountJson.of(made.token()).put("token", made.text()))));
    }

    private Future<Response> revoke(Request request) {
        String id = request.pathParameter("id");
        return request.await(access.tokens().revoke(id)).compose(gone -> gone(request, gone, "token " + id));
    }

    private Future<Response> gone(Request request, boolean gone, String what) {
        if (!gone) {
            throw new GrapeException(ErrorCode.NOT_FOUND, what + " does not exist");
        }
        return known(request).map(known -> Response.empty(204));
    }

    private Future<Void> known(Request request) {
        return request.await(access.changed());
    }
}
