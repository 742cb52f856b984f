package io.grape.server.http.call;

import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditLog;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditSubject;
import io.grape.server.failure.Failures;
import io.vertx.core.Future;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down who did what. An entry is there before anything is done, or nothing is done; once it is known how it went, an entry
 * that says so takes its place, before the response. An entry that stays {@code begun} is of a broker that died, or lost its Redis,
 * in between.
 */
public final class AuditTrail {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
    private static final int MAX_DETAIL = 500;

    private final AuditLog log;

    public AuditTrail(AuditLog log) {
        this.log = log;
    }

    /** Does what a call does, and writes it down. */
    Future<Response> run(Endpoint call, Audit audit, Request request) {
        if (!audit.eligible().test(request)) {
            return call.action().answer(request);
        }
        return entry(audit, request).compose(begun -> run(call, request, audit, begun));
    }

    private Future<Response> run(Endpoint call, Request request, Audit audit, AuditEntry begun) {
        return request.await(log.write(begun, null))
                .compose(id -> answered(call, request).transform(done -> {
                    AuditEntry end = done.succeeded()
                            ? ended(audit, begun, done.result())
                            : begun.outcome(AuditEntry.failed(call.style().code(Failures.cause(done.cause()))));
                    return request.await(log.write(end, id)).transform(written -> {
                        if (written.failed()) {
                            lost(end, request, written.cause());
                        }
                        return done.succeeded()
                                ? Future.succeededFuture(done.result())
                                : Future.failedFuture(done.cause());
                    });
                }));
    }

    private static Future<Response> answered(Endpoint call, Request request) {
        try {
            return call.action().answer(request);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private static AuditEntry ended(Audit audit, AuditEntry begun, Response reply) {
        return new AuditEntry(
                begun.actor(),
                reply.status() == 201 ? audit.made() : audit.action(),
                begun.subject(),
                AuditEntry.OK,
                begun.origin());
    }

    private static void lost(AuditEntry end, Request request, Throwable failure) {
        LOG.warn(
                "the end of an act could not be written down, its entry stays begun requestId={} action={} outcome={}: {}",
                request.id(),
                end.action(),
                end.outcome(),
                Failures.detail(failure));
    }

    /** Somebody who is known was not let through. It is refused, whether that can be written down or not. */
    Future<Void> denied(Endpoint call, Request request) {
        Audit audit = call.audit();
        if (audit == null) {
            return Future.succeededFuture();
        }
        return entry(audit, request)
                .map(entry -> entry.outcome(AuditEntry.DENIED))
                .compose(entry ->
                        request.await(log.write(entry, null)).onFailure(failure -> lost(entry, request, failure)))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /** Writes down something that is no call's declared act. */
    public Future<Void> write(Request request, String actor, String action, String outcome) {
        return write(request, actor, action, "", outcome);
    }

    /** The same with a detail. */
    public Future<Void> write(Request request, String actor, String action, String detail, String outcome) {
        AuditSubject subject = new AuditSubject("", "", shortened(detail));
        return request.await(log.write(new AuditEntry(actor, action, subject, outcome, origin(request)), null))
                .mapEmpty();
    }

    private static Future<AuditEntry> entry(Audit audit, Request request) {
        return tube(audit, request)
                .map(tube -> new AuditEntry(
                        request.caller().name(),
                        audit.action(),
                        new AuditSubject(tube, said(audit.target(), request), said(audit.detail(), request)),
                        AuditEntry.BEGUN,
                        origin(request)));
    }

    private static Future<String> tube(Audit audit, Request request) {
        try {
            return audit.tube().apply(request).map(AuditTrail::shortened).otherwise("");
        } catch (RuntimeException e) {
            return Future.succeededFuture("");
        }
    }

    /** What cannot be read is refused by the call, and that is written down. */
    private static String said(Function<Request, String> part, Request request) {
        try {
            return shortened(part.apply(request));
        } catch (RuntimeException e) {
            return "";
        }
    }

    private static String shortened(String text) {
        if (text.length() <= MAX_DETAIL) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_DETAIL - 1)) ? MAX_DETAIL - 1 : MAX_DETAIL;
        return text.substring(0, end) + "…";
    }

    private static AuditOrigin origin(Request request) {
        return new AuditOrigin(request.id(), request.address().text());
    }
}
