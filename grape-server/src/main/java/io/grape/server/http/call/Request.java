package io.grape.server.http.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.server.access.Principal;
import io.grape.server.access.PrincipalKind;
import io.grape.server.address.CallerAddress;
import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.ClientName;
import io.grape.server.http.connection.Peer;
import io.grape.server.http.connection.PeerClose;
import io.grape.server.http.connection.RequestDecoder;
import io.grape.server.http.json.JsonBytes;
import io.grape.server.presence.WorkerName;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a call is asked, and a word with who asks. Lives on one event loop. */
public final class Request {
    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:~-]{1,128}");

    /** Each letter may be encoded, and is read all the same. */
    private static final Pattern TOKEN = Pattern.compile(
            "([?&](?:t|%[57]4)(?:o|%[46]f)(?:k|%[46]b)(?:e|%[46]5)(?:n|%[46]e)=)[^&]*", Pattern.CASE_INSENSITIVE);

    private final HttpServerRequest http;
    private final Context context;
    private final TrustedProxies proxies;
    private final String id;
    private final String rawPath;
    private final RequestMemory memory;
    private Map<String, String> path = Map.of();
    private Query query = Query.NONE;
    private byte[] body = {};
    private Principal caller = Principal.NOBODY;
    private boolean mayTakeJobs = true;
    private @Nullable Deadline deadline;
    private @Nullable WorkerName worker;

    /**
     * A request of which nothing is known yet but that it came.
     *
     * @param rawPath as it was sent; on a port that is below a path, what comes after that
     */
    public Request(HttpServerRequest http, Context context, TrustedProxies proxies, String rawPath) {
        this.http = http;
        this.context = context;
        this.proxies = proxies;
        this.id = requestId(http);
        this.rawPath = rawPath;
        this.memory = new RequestMemory(context, this::callers);
    }

    private static String requestId(HttpServerRequest http) {
        String given = http.getHeader("X-Request-Id");
        return given != null && REQUEST_ID.matcher(given).matches()
                ? given
                : Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    void names(Map<String, String> pathParameters, Query queryParameters) {
        path = pathParameters;
        query = queryParameters;
    }

    void by(Principal principal) {
        caller = principal;
    }

    /** Its caller waits so long from now on. */
    void within(@Nullable Duration timeout) {
        deadline = timeout == null ? null : Deadline.in(timeout);
    }

    /** By when its caller wants the response; null = it said nothing. */
    public @Nullable Deadline deadline() {
        return deadline;
    }

    /** True when its caller does not wait any more. */
    public boolean isLate() {
        return deadline != null && deadline.isOver();
    }

    /** What the storage is told of it. */
    public CallContext callContext() {
        return new CallContext(deadline, http.connection());
    }

    void mayTakeJobs(boolean isRoom) {
        mayTakeJobs = isRoom;
    }

    /** False for an acknowledgement that comes too often, or too late, to take jobs beside. */
    public boolean mayTakeJobs() {
        return mayTakeJobs;
    }

    void body(byte[] bytes) {
        body = bytes;
    }

    /** What it and its response hold of the memory of this broker. */
    public RequestMemory memory() {
        return memory;
    }

    public Principal caller() {
        return caller;
    }

    /** Where it comes from, as proxies that are trusted say. */
    public CallerAddress address() {
        Peer peer = Peer.of(http.connection(), proxies);
        return peer.isProxy() ? proxies.caller(peer.text(), http.headers().getAll("X-Forwarded-For")) : peer.address();
    }

    /** Those that one caller is: its address, then its user or token, once that is known. */
    List<String> callers() {
        Peer peer = Peer.of(http.connection(), proxies);
        List<String> from = peer.isProxy() ? List.of(address().caller()) : peer.callers();
        return caller.kind() == PrincipalKind.ANONYMOUS ? from : List.of(from.get(0), caller.toString());
    }

    /** By what names it may have a quota. */
    public ClientName client() {
        if (caller.kind() != PrincipalKind.ANONYMOUS) {
            String name = caller.quotaName("");
            return new ClientName(name, name);
        }
        CallerAddress from = address();
        return new ClientName(caller.quotaName(from.text()), caller.quotaName(from.group()));
    }

    /** The client's {@code X-Request-Id} if it has a usable one, else one of ours. */
    public String id() {
        return id;
    }

    public String method() {
        return http.method().name();
    }

    public String uri() {
        return http.uri();
    }

    /** The same as it may be logged: a token is a secret. */
    String shownUri() {
        return TOKEN.matcher(http.uri()).replaceAll("$1***");
    }

    /** The path as it was sent, without a host before it. */
    String rawPath() {
        return rawPath;
    }

    @Nullable
    public String header(String name) {
        return http.getHeader(name);
    }

    /** All that have this name. */
    public List<String> headers(String name) {
        return http.headers().getAll(name);
    }

    /** All of them, as they came. */
    public Iterable<Map.Entry<String, String>> headers() {
        return http.headers();
    }

    /** What the body is said to be, null when nothing is said. */
    @Nullable
    public String contentType() {
        List<String> given = http.headers().getAll("Content-Type");
        if (given.size() > 1) {
            throw GrapeException.badValue("Content-Type", "one", given.size() + " of them");
        }
        return given.isEmpty() ? null : given.get(0);
    }

    /** The worker that makes the call; null = it does not say. */
    public @Nullable WorkerName worker() {
        if (worker == null) {
            List<String> given = http.headers().getAll(WorkerName.HEADER);
            if (given.size() > 1) {
                throw GrapeException.badValue(WorkerName.HEADER, "one", given.size() + " of them");
            }
            worker = given.isEmpty() ? null : WorkerName.of(caller, WorkerName.HEADER, given.get(0));
        }
        return worker;
    }

    /** Watches the connection from now on: true once the client's side has closed it. */
    public BooleanSupplier closedByClient() {
        return PeerClose.of(http.connection())::isByPeer;
    }

    /** The tube that the path names. */
    public TubeName tube() {
        return allowed(new TubeName(pathParameter("tube")));
    }

    /** The same tube, if the caller may use it. */
    public TubeName allowed(TubeName tube) {
        caller.checkTube(tube.value());
        return tube;
    }

    /** The tube that the path names, which may be made. */
    public TubeName newTube() {
        TubeName tube = tube();
        NewJob.checkNoPathStep("tube", tube.value());
        return tube;
    }

    public JobId jobId() {
        return new JobId(pathParameter("id"));
    }

    public String pathParameter(String name) {
        String value = path.get(name);
        if (value == null) {
            throw new IllegalStateException("the path has no {" + name + "}");
        }
        return value;
    }

    /** A path parameter, or something else where the path has none of this name. */
    String parameterOr(String name, String otherwise) {
        return path.getOrDefault(name, otherwise);
    }

    /** The query as it came, empty when there is none. */
    String queryText() {
        return Objects.requireNonNullElse(http.query(), "");
    }

    public Query query() {
        return query;
    }

    public String bodyText() {
        return new String(body, UTF_8);
    }

    public byte[] body() {
        return body;
    }

    /**
     * What is made of the body: at once where it is short; by a worker where it is long, as all other calls of the event loop
     * would wait for it.
     */
    public <T> Future<T> read(Function<byte[], T> reading) {
        return make(body.length <= JsonBytes.MAX_ON_EVENT_LOOP, () -> reading.apply(body));
    }

    /** The same of anything: at once, or by a worker where it is long. */
    public <T> Future<T> make(boolean isShort, Supplier<T> making) {
        if (!isShort) {
            return context.executeBlocking(making::get, false);
        }
        try {
            return Future.succeededFuture(making.get());
        } catch (Throwable e) {
            return Future.failedFuture(e);
        }
    }

    /** What becomes of a stage, on the event loop of this request. */
    public <T> Future<T> await(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, context);
    }

    /** The thread of its event loop. */
    Executor loop() {
        return ((ContextInternal) context).nettyEventLoop();
    }

    /** The event loop of this request. */
    public Context context() {
        return context;
    }

    /** The response may be long in coming: from now on it is seen to that a client that goes away is noticed. */
    public void waits() {
        RequestDecoder.waits(http.connection());
    }

    /** Runs when the client goes away before its response was written. */
    public void whenGone(Runnable action) {
        if (http.response().closed()) {
            action.run();
        } else {
            http.response().closeHandler(closed -> action.run());
        }
    }
}
