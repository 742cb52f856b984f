package io.grape.server.http.call;

import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Principal;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.LimitKind;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.failure.Failures;
import io.grape.server.http.connection.BodyReader;
import io.grape.server.http.connection.Departure;
import io.grape.server.http.connection.RequestDecoder;
import io.grape.server.http.connection.RequestRemainder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its response. Lives on one event loop. */
public final class RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    /** A response that may be as long costs nothing to speak of. */
    private static final int SHORT = 1024;

    private final Vertx vertx;
    private final HttpServerRequest http;
    private final HandlerContext shared;
    private final Request request;
    private @Nullable Endpoint call;
    private InFlightLimits.Permit permit = InFlightLimits.Permit.FREE;

    /** With its path as the calls have it. */
    public RequestHandler(Vertx vertx, HttpServerRequest http, String path, HandlerContext shared) {
        this.vertx = vertx;
        this.http = http;
        this.shared = shared;
        this.request = new Request(http, vertx.getOrCreateContext(), shared.proxies(), path);
        request.memory().in(shared.memory(), shared.memory().answers().share(request.callers()));
    }

    /** Reads what a call needs, runs it, and answers. */
    void run(EndpointPath found) {
        call = found.call();
        attempt(() -> {
            begin(found.call().isServedOutside());
            request.names(found.parameters(request.rawPath()), Query.parse(http.query()));
            run(found.call());
        });
    }

    /** Answers what is no call. */
    void answer(Function<Request, Response> made) {
        attempt(() -> {
            begin(false);
            answer(made.apply(request));
        });
    }

    /** Answers that there is no such call; with the methods that its path has. */
    void unknown(Set<String> allowed) {
        answer(asked -> style().unknown(asked.rawPath(), allowed, asked));
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private void begin(boolean isServedOutside) {
        shared.hosts().check(http);
        shared.connections().check(http.connection(), isServedOutside);
    }

    /** That of the call, or of the path where there is none. */
    private ApiStyle style() {
        Endpoint known = call;
        return known == null ? shared.style(request.rawPath()) : known.style();
    }

    private void run(Endpoint call) {
        if (shared.draining().getAsBoolean() && !call.isAnsweredWhileDraining()) {
            throw new GrapeException(ErrorCode.DRAINING, "this broker is shutting down, retry at another one");
        }
        shared.shedding().read(call.work(), request.loop());
        String encoding = http.getHeader("Content-Encoding");
        if (encoding != null && !call.isLenient() && !encoding.equalsIgnoreCase("identity")) {
            String detail = "Content-Encoding: expected identity, got '" + encoding + "'";
            answer(Problems.of(415, ErrorCode.BAD_REQUEST, detail, request.id()));
            return;
        }
        if (!call.isLenient()) {
            request.query().check(call.query());
            request.within(TimeoutHeaders.read(http.headers()));
        }
        Future<Void> admitted = admit(call);
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
                    attempt(() -> admitted(call, admitted));
                }
            });
        }
    }

    private Future<Void> admit(Endpoint call) {
        try {
            return shared.gate().admit(call, request);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private void admitted(Endpoint call, Future<Void> admitted) {
        if (admitted.succeeded()) {
            enter(call);
        } else if (request.caller().equals(Principal.NOBODY)) {
            fail(admitted.cause());
        } else {
            shared.audit().denied(call, request).onComplete(written -> fail(admitted.cause()));
        }
    }

    private void enter(Endpoint call) {
        List<String> who = request.callers();
        boolean acknowledges = call.callClass() == CallClass.ACKNOWLEDGEMENT;
        MemoryBudgets memory = shared.memory();
        request.memory().in(memory, (acknowledges ? memory.acknowledgements() : memory.answers()).share(who));
        LimitKind kind = call.limitKind(request.query());
        if (kind != null) {
            acquirePermit(kind, who, acknowledges);
        }
        take(call, (acknowledges ? memory.bodiesOfAcknowledgements() : memory.bodies()).share(who));
    }

    /** Streams are counted by address only: {@code EventStreams} counts those of each user and token. */
    private void acquirePermit(LimitKind kind, List<String> who, boolean acknowledges) {
        permit = shared.inFlight().acquire(kind, kind == LimitKind.STREAMS ? who.subList(0, 1) : who);
        request.mayTakeJobs(permit.isGranted() && !isEnding());
        if (!permit.isGranted() && !acknowledges) {
            throw new GrapeException(ErrorCode.QUOTA_EXCEEDED, permit.refusal());
        }
    }

    private void take(Endpoint call, MemoryBudget.Share share) {
        int maxBody = call.isLenient() ? Math.max(1, call.maxBody()) : call.maxBody();
        BodyReader.read(http, maxBody, share)
                .onSuccess(body -> shared.connections().waits(http.connection(), true))
                .compose(body -> room(call, body.length).compose(ready -> act(call, body)))
                .onComplete(done -> {
                    share.release();
                    if (done.succeeded()) {
                        answer(done.result());
                    } else {
                        fail(done.cause());
                    }
                });
    }

    private Future<Response> act(Endpoint call, byte[] body) {
        if (request.isLate() && call.callClass() != CallClass.ACKNOWLEDGEMENT) {
            throw CallContext.exceeded();
        }
        request.body(body);
        Audit audit = call.audit();
        return audit == null ? call.action().answer(request) : shared.audit().run(call, audit, request);
    }

    /** Before anything is done there is room for what has to be said of it. */
    private Future<Void> room(Endpoint call, int body) {
        long answer = body < SHORT ? 0 : call.maxAnswer(body);
        if (answer == 0) {
            return Future.succeededFuture();
        }
        return request.await(
                call.callClass() == CallClass.ACKNOWLEDGEMENT
                        ? request.memory().room().insist(answer, RequestMemory.ROOM_OF_ACKNOWLEDGEMENT_WITHIN)
                        : request.memory().room().await(answer, RequestMemory.ROOM_WITHIN));
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
        return RequestRemainder.isLong(http) || isEnding();
    }

    private boolean isEnding() {
        return shared.draining().getAsBoolean() || shared.connections().isOutside(http.connection());
    }

    /** What was taken for this request is free again. */
    private void over(Response reply) {
        reply.taken().run();
        request.memory().room().release();
        permit.release();
    }

    /** The response, if there is room for it until it is taken. What was done has to be said; what was only looked up can be again. */
    private Response fitting(Response reply) {
        int length = reply.length();
        if (request.memory().room().become(length < SHORT ? 0 : length)) {
            return reply;
        }
        if (http.method().equals(HttpMethod.GET) && !isOfHealth()) {
            reply.unwritten().run();
            return style().problem(MemoryBudget.full("responses"), request);
        }
        request.memory().room().hold(length);
        return reply;
    }

    private boolean isOfHealth() {
        Endpoint known = call;
        return known != null && known.callClass() == CallClass.HEALTH;
    }

    private void answer(Response reply, boolean thenClose) {
        shared.connections().waits(http.connection(), false);
        HttpServerResponse response = http.response();
        if (response.closed() || response.ended()) {
            reply.unwritten().run();
            over(reply);
            return;
        }
        putHead(response, reply, thenClose);
        boolean tells = !thenClose && reply.handsOut() && !shared.connections().isOfProxy(http.connection());
        Departure.Delivery delivery = Departure.begin(http.connection(), reply.unwritten(), tells);
        ChunkedWriter.write(http, reply).onComplete(written -> {
            over(reply);
            if (written.failed()) {
                LOG.debug("client went away before its answer requestId={}", request.id(), written.cause());
                delivery.giveBack();
            } else {
                delivery.written();
            }
            if (!thenClose) {
                RequestDecoder.answered(http.connection());
            } else if (http.isEnded()) {
                http.connection().close();
            }
        });
        if (thenClose && !http.isEnded() && reply.stream() == null) {
            RequestRemainder.linger(vertx, http);
        }
    }

    private void putHead(HttpServerResponse response, Response reply, boolean thenClose) {
        response.setStatusCode(reply.status());
        shared.browsers().put(response.headers());
        reply.headers().forEach(response::putHeader);
        response.putHeader("X-Request-Id", request.id());
        if (thenClose) {
            // Last of all: for a client of HTTP/1.0 that asked to keep the connection, Vert.x would write that it is
            // kept.
            response.headersEndHandler(end -> response.putHeader("Connection", "close"));
        }
    }
}
