package io.grape.server.http.admin;

import io.grape.catalog.QuotaFields;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaReport;
import io.grape.server.access.Right;
import io.grape.server.address.CallerAddress;
import io.grape.server.admission.QuotaCache;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Quotas: how much each client may do. */
public final class QuotaEndpoints implements Endpoints {
    private static final String QUOTAS = "/v1/quotas";
    private static final String QUOTA = QUOTAS + "/{name}";
    private static final int MAX_BYTES = 64 * 1024;

    private final QuotaCache quotas;

    public QuotaEndpoints(QuotaCache quotas) {
        this.quotas = quotas;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(QUOTAS, Right.ACCESS_ADMIN, unbound(this::list)),
                Endpoint.get(QUOTA, Right.ACCESS_ADMIN, unbound(this::show)),
                Endpoint.put(QUOTA, Right.ACCESS_ADMIN, unbound(this::put))
                        .body(MAX_BYTES)
                        .audited(Audit.of("quota.put")
                                .detail(request -> QuotaJson.of(wanted(request)).encode())),
                Endpoint.delete(QUOTA, Right.ACCESS_ADMIN, unbound(this::remove))
                        .audited("quota.delete"));
    }

    /** Who may use some tubes only would take what others share with them. */
    private static Endpoint.Action unbound(Endpoint.Action action) {
        return request -> {
            request.caller().checkUnbound("quotas are");
            return action.answer(request);
        };
    }

    private static Quota wanted(Request request) {
        return QuotaJson.read(JsonRequests.object(request.body(), QuotaFields.SCHEMA.names()));
    }

    /** The name in the path. An address is written in one way only. */
    private static String name(Request request) {
        String name = Quota.checkedName(request.pathParameter("name"));
        boolean isAddress = name.indexOf(':') >= 0 && !name.startsWith(Quota.USER);
        if (isAddress && !CallerAddress.isWritten(name)) {
            throw GrapeException.badValue("name", "an address as the audit log shows it", "'" + name + "'");
        }
        return name;
    }

    private Future<Response> list(Request request) {
        return request.await(quotas.stored().reports())
                .map(all -> Response.fresh(200, new JsonObject().put("quotas", Json.array(all, QuotaJson::of))));
    }

    private Future<Response> show(Request request) {
        return report(request).map(report -> Response.fresh(200, QuotaJson.of(report)));
    }

    private Future<QuotaReport> report(Request request) {
        String name = name(request);
        return request.await(quotas.stored().report(name)).map(found -> found.orElseThrow(() -> missing(name)));
    }

    private static GrapeException missing(String name) {
        return new GrapeException(ErrorCode.NOT_FOUND, "quota " + name + " does not exist");
    }

    private Future<Response> put(Request request) {
        String name = name(request);
        Quota quota = wanted(request);
        return request.await(quotas.stored().put(name, quota))
                .compose(made -> request.await(quotas.changed())
                        .map(known -> Response.fresh(
                                made ? 201 : 200,
                                new JsonObject().put("name", name).mergeIn(QuotaJson.of(quota)))));
    }

    private Future<Response> remove(Request request) {
        String name = name(request);
        return request.await(quotas.stored().remove(name)).compose(gone -> {
            if (!gone) {
                throw missing(name);
            }
            return request.await(quotas.changed()).map(known -> Response.empty(204));
        });
    }
}
