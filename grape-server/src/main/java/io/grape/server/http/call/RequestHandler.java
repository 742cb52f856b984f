package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.failure.Failures;
import io.grape.server.http.connection.BodyReader;
import io.grape.server.http.connection.Departure;
import io.grape.server.http.connection.RequestDecoder;
import io.grape.server.http.connection.RequestRemainder;
import io.grape.server.http.json.JsonRequests;
import io.grape.server.memory.Budget;
import io.grape.server.memory.Memory;
import io.grape.server.quota.CallerQuotas;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer. Lives on one event loop. */
public final class RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    /** An answer that may be as long costs nothing to speak of. */
    private static final int SHORT = 1024;
    /** The longest answer to a batch: a thousand items with the longest ids, each twice. */
    private static final long MAX_OF_A_BATCH = 2L * 1024 * 1024;
    /** How much a byte of a batch may have for an answer, at the most: an empty item is told what it lacks. */
    private static final int ANSWER_TO_A_BYTE = 64;

    private final Vertx vertx;
    private final HttpServerRequest http;
    private final HandlerContext shared;
    private Request request;
    private @Nullable Endpoint call;
    private CallerQuotas.Place place = CallerQuotas.Place.FREE;
    private boolean isHealth;

    public RequestHandler(Vertx vertx, HttpServerRequest http, HandlerContext shared) {
        this.vertx = vertx;
        this.http = http;
        this.shared = shared;
        Request unknown = Request.of(http, vertx.getOrCreateContext(), shared.proxies());
        this.request = unknown.in(shared.memory(), shared.memory().answers().share(CallAdmission.who(unknown)));
    }

    /** Finds the call, reads what it needs, runs it, and answers. */
    public void run(EndpointTable table) {
        try {
            String path = shared.site().callPath(http.path());
            request = request.at(path);
            shared.hosts().check(http);
            EndpointTable.Found found = table.find(http.method(), path);
            Endpoint wanted = found.call();
            shared.connections().check(http.connection(), wanted != null && wanted.isServedOutside());
            if (wanted == null) {
                answer(unknown(found));
            } else {
                request = request.parameters(found.parameters(), Query.parse(http.query()));
                call = wanted;
                run(wanted);
            }
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private Response unknown(EndpointTable.Found found) {
        ApiStyle style = style();
        boolean mayBePage = found.allowed().isEmpty() && style.equals(ProblemStyle.INSTANCE);
        Optional<Response> page = mayBePage ? shared.site().page(http, request.rawPath()) : Optional.empty();
        return page.orElseGet(() -> style.unknown(request.rawPath(), found.allowed(), request));
    }

    /** That of the call, or of the path where there is none. */
    private ApiStyle style() {
        Endpoint known = call;
        return known == null ? ApiStyle.of(request.rawPath(), shared.styles()) : known.style();
    }

    private void run(Endpoint call) {
        isHealth = call.takes().worth() == CallClass.HEALTH;
        if (shared.draining().getAsBoolean() && !call.takes().whileDraining()) {
            throw new GrapeException(ErrorCode.DRAINING, "this broker is shutting down, retry at another one");
        }
        String encoding = http.getHeader("Content-Encoding");
        if (encoding != null && !call.takes().anything() && !encoding.equalsIgnoreCase("identity")) {
            String detail = "Content-Encoding: expected identity, got '" + encoding + "'";
            answer(Problems.of(415, ErrorCode.BAD_REQUEST, detail, request.id()));
            return;
        }
        if (!call.takes().anything()) {
            request.query().check(call.query());
        }
        Future<Request> admitted = shared.gate().admit(call, request);
        if (admitted.isComplete()) {
            admitted(call, admitted);
        } else {
            // What comes meanwhile would be thrown away.
            http.pause();
            admitted.onComplete(known -> {
                http.resume();
                if (http.response().closed()) {
                    // Nobody would tell that its body has ended.
                    fail(GrapeException.badValue("request", "a client that stays", "one that went away"));
                } else {
                    admitted(call, admitted);
                }
            });
        }
    }

    private void admitted(Endpoint call, Future<Request> admitted) {
        if (admitted.succeeded()) {
            request = admitted.result();
            enter(call);
        } else if (admitted.cause() instanceof Authorizer.Refused refused) {
            request = refused.request();
            shared.audit().denied(call, request).onComplete(written -> fail(refused.why()));
        } else {
            fail(admitted.cause());
        }
    }

    private void enter(Endpoint call) {
        List<String> who = CallAdmission.who(request);
        boolean acknowledges = call.takes().worth() == CallClass.ACKNOWLEDGEMENT;
        Memory memory = shared.memory();
        request = request.in(memory, (acknowledges ? memory.acknowledgements() : memory.answers()).share(who));
        try {
            place = shared.places().enter(call, request);
        } catch (GrapeException e) {
            fail(e);
            return;
        }
        take(call, (acknowledges ? memory.bodiesOfAcknowledgements() : memory.bodies()).share(who));
    }

    private void take(Endpoint call, Budget.Share share) {
        int maxBody = call.takes().anything() ? Math.max(1, call.maxBody()) : call.maxBody();
        body(maxBody, share)
                .onSuccess(body -> shared.connections().waits(http.connection(), true))
                .compose(body ->
                        room(call, body.length).compose(ready -> shared.audit().run(call, request.body(body))))
                .onComplete(done -> {
                    share.release();
                    if (done.succeeded()) {
                        answer(done.result());
                    } else {
                        fail(done.cause());
                    }
                });
    }

    private Future<byte[]> body(int maxBody, Budget.Share share) {
        try {
            return BodyReader.read(http, maxBody, share);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    /** Before anything is done there is room for what has to be said of it. */
    private Future<Void> room(Endpoint call, int body) {
        if (call.maxBody() < JsonRequests.MAX_BYTES || body < SHORT) {
            return Future.succeededFuture();
        }
        long answer = Math.min(MAX_OF_A_BATCH, (long) body * ANSWER_TO_A_BYTE);
        return request.await(
                call.takes().worth() == CallClass.ACKNOWLEDGEMENT
                        ? request.room().insist(answer, Request.ROOM_OF_ACKNOWLEDGEMENT_WITHIN)
                        : request.room().await(answer, Request.ROOM_WITHIN));
    }

    private void fail(Throwable failure) {
        answer(style().problem(Failures.cause(failure), request));
    }

    /** Answers a message that is not HTTP as we take it; Vert.x closes the connection then. */
    public void refuse(int status, String detail) {
        answer(Problems.of(status, ErrorCode.BAD_REQUEST, detail, request.id()).header("Connection", "close"), false);
    }

    private void answer(Response made) {
        Response reply = fitting(made);
        try {
            answer(reply, isLast() || reply.stream() != null);
        } catch (RuntimeException e) {
            // Nobody else would end this request, and its client would wait for ever.
            Problems.log(e, request);
            reply.unwritten().run();
            over(reply);
            http.connection().close();
        }
    }

    private boolean isLast() {
        return RequestRemainder.isLong(http)
                || shared.draining().getAsBoolean()
                || shared.connections().isOutside(http.connection());
    }

    /** What was taken for this request is free again. */
    private void over(Response reply) {
        reply.taken().run();
        request.room().release();
        place.leave();
    }

    /** The answer, if there is room for it until it is taken. What was done has to be said; what was only looked up can be again. */
    private Response fitting(Response reply) {
        int length = reply.length();
        if (request.room().become(length < SHORT ? 0 : length)) {
            return reply;
        }
        if (http.method().equals(HttpMethod.GET) && !isHealth) {
            reply.unwritten().run();
            return style().problem(Budget.full("responses"), request);
        }
        request.room().hold(length);
        return reply;
    }

    private void answer(Response reply, boolean thenClose) {
        shared.connections().waits(http.connection(), false);
        HttpServerResponse response = http.response();
        if (response.closed() || response.ended()) {
            reply.unwritten().run();
            over(reply);
            return;
        }
        response.setStatusCode(reply.status());
        shared.browsers().put(response.headers());
        reply.headers().forEach(response::putHeader);
        response.putHeader("X-Request-Id", request.id());
        if (thenClose) {
            // Last of all: for a client of HTTP/1.0 that asked to keep the connection, Vert.x would write that it is
            // kept.
            response.headersEndHandler(end -> response.putHeader("Connection", "close"));
        }
        boolean isClients = !thenClose && !shared.connections().isOfProxy(http.connection());
        Departure.Delivery delivery =
                Departure.begin(http.connection(), reply.unwritten(), isClients && reply.handsOut());
        write(response, reply).onComplete(written -> {
            over(reply);
            if (written.failed()) {
                LOG.debug("client went away before its answer requestId={}", request.id(), written.cause());
                delivery.giveBack();
            } else {
                delivery.written();
            }
            RequestDecoder.answered(http.connection());
            if (thenClose && http.isEnded()) {
                http.connection().close();
            }
        });
        if (thenClose && !http.isEnded() && reply.stream() == null) {
            RequestRemainder.linger(vertx, http);
        }
    }

    private Future<Void> write(HttpServerResponse response, Response reply) {
        Response.Stream stream = reply.stream();
        if (stream != null) {
            return http.method().equals(HttpMethod.HEAD) ? response.end() : stream.to(response);
        }
        if (http.method().equals(HttpMethod.HEAD)) {
            return response.putHeader(
                            "Content-Length", String.valueOf(reply.body().length()))
                    .end();
        }
        return ChunkedWriter.write(response, reply.body());
    }
}
