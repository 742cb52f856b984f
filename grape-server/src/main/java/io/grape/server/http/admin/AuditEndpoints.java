package io.grape.server.http.admin;

import io.grape.core.TubeName;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditLog;
import io.grape.core.access.AuditRetention;
import io.grape.server.access.Principal;
import io.grape.server.access.Right;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.RequestMemory;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.http.v1.OperationEndpoints;
import io.vertx.core.Future;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was done, and by whom. */
public final class AuditEndpoints implements Endpoints {
    private static final int DEFAULT_LIMIT = 100;
    private static final String TO = "to";
    private static final int CONCURRENCY = 1000;
    /** Bytes that a long one takes, as Redis sent it and as it is. */
    private static final long ONE_ENTRY = 4L * 1024;
    /** Entries that one call looks at for those that are wanted. */
    private static final int MAX_SEARCHED = 10_000;

    private final AuditLog log;

    public AuditEndpoints(AuditLog log) {
        this.log = log;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(Endpoint.get("/v1/audit", Right.AUDIT_READ, this::list)
                .query("limit", "cursor", "actor", "action", "tube"));
    }

    private Future<Response> list(Request request) {
        Query query = request.query();
        int limit = (int) query.wholeNumber("limit", Bounds.BATCH, DEFAULT_LIMIT);
        String tube = query.text("tube");
        if (tube != null) {
            request.allowed(new TubeName(tube));
        }
        return request.await(
                        request.memory().room().await(ONE_ENTRY * (CONCURRENCY + limit), RequestMemory.ROOM_WITHIN))
                .compose(room -> new Search(request, limit).from(query.text("cursor")));
    }

    /** One call's way through the log. */
    private final class Search {
        private final Request request;
        private final int limit;
        private final List<AuditRetention> found = new ArrayList<>();
        private int searched;

        Search(Request request, int limit) {
            this.request = request;
            this.limit = limit;
        }

        Future<Response> from(@Nullable String cursor) {
            return request.await(log.read(cursor, CONCURRENCY)).compose(page -> {
                String last = cursor;
                for (AuditRetention kept : page.entries()) {
                    if (found.size() == limit) {
                        return Future.succeededFuture(reply(last));
                    }
                    last = kept.id();
                    if (isWanted(kept.entry())) {
                        found.add(kept);
                    }
                }
                searched += page.entries().size();
                boolean end = page.entries().size() < CONCURRENCY;
                return end || searched >= MAX_SEARCHED ? Future.succeededFuture(reply(end ? null : last)) : from(last);
            });
        }

        private boolean isWanted(AuditEntry entry) {
            String tube = entry.subject().tube();
            return isAsked("actor", entry.actor())
                    && isAsked("action", entry.action())
                    && isAsked("tube", tube)
                    && request.caller().mayTube(tube);
        }

        private boolean isAsked(String name, String value) {
            String asked = request.query().text(name);
            return asked == null || asked.equals(value);
        }

        private Response reply(@Nullable String next) {
            return Response.fresh(
                    200,
                    new JsonObject()
                            .put("entries", Json.array(found, kept -> json(kept, request.caller())))
                            .put("next", next));
        }
    }

    private static JsonObject json(AuditRetention kept, Principal caller) {
        AuditEntry entry = kept.entry();
        boolean repeated = kept.times() > 1;
        return Json.known(new JsonObject()
                .put("id", kept.id())
                .put("at", Rfc3339.text(kept.at()))
                .put("actor", entry.actor())
                .put("action", entry.action())
                .put("tube", unlessEmpty(entry.subject().tube()))
                .put("target", unlessEmpty(entry.subject().target()))
                .put("detail", unlessEmpty(detail(entry, caller)))
                .put("outcome", entry.outcome())
                .put("times", repeated ? kept.times() : null)
                .put("since", repeated ? Rfc3339.text(kept.since()) : null)
                .put("requestId", entry.origin().requestId())
                .put("address", entry.origin().address()));
    }

    /** The body of an operation may name a second tube, which the reader may not be allowed to see. */
    private static String detail(AuditEntry entry, Principal caller) {
        String detail = entry.subject().detail();
        if (!caller.isBound() || detail.isEmpty() || !entry.action().equals(OperationEndpoints.START)) {
            return detail;
        }
        try {
            JsonObject body = new JsonObject(detail);
            Object to = body.getValue(TO);
            // Written anew, because the text may name a field twice.
            return (to == null || (to instanceof String tube && caller.mayTube(tube))
                            ? body
                            : body.put(TO, Principal.HIDDEN))
                    .encode();
        } catch (DecodeException shortenedOrNoJson) {
            return Principal.HIDDEN;
        }
    }

    private static @Nullable String unlessEmpty(String value) {
        return value.isEmpty() ? null : value;
    }
}
