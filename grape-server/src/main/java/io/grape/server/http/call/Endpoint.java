package io.grape.server.http.call;

import io.grape.core.overload.WorkClass;
import io.grape.server.access.Right;
import io.grape.server.admission.LimitKind;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One call: how it is named on the wire, what it may bring, and what it does.
 *
 * @param path segments in braces are path parameters: {@code /v1/tubes/{tube}}
 * @param right what its caller must be allowed
 * @param query the query parameters it knows
 * @param maxBody bytes of the longest body, 0 = it takes none
 * @param isLenient whether it lets through unknown and repeated query parameters, bodies that it does not read or that are
 *     compressed, and slashes too many in its path; but no HEAD for its GET
 * @param callClass which room it has when there is too little for all
 * @param audit what is written down of it, null = nothing
 * @param further what some of its requests take beside its right, null = none does
 * @param style of the API that it belongs to
 */
public record Endpoint(
        HttpMethod method,
        String path,
        Right right,
        Action action,
        Set<String> query,
        int maxBody,
        boolean isLenient,
        CallClass callClass,
        @Nullable Audit audit,
        @Nullable Further further,
        ApiStyle style) {
    /** The longest answer to a batch: a thousand items with the longest ids, each twice. */
    private static final long MAX_OF_A_BATCH = 2L * 1024 * 1024;
    /** How much a byte of a batch may have for a response, at the most: an empty item is told what it lacks. */
    private static final int ANSWER_TO_A_BYTE = 64;

    /**
     * A right that only some requests of a call take.
     *
     * @param parameter a flag of the query; where it is {@code true} the right is needed
     */
    public record Further(Right right, String parameter) {
        boolean isAsked(Query query) {
            return "true".equals(query.text(parameter));
        }
    }

    /** What a call does. May throw, or fail, with a {@link io.grape.core.GrapeException}. */
    public interface Action {
        Future<Response> answer(Request request);
    }

    public Endpoint {
        query = Set.copyOf(query);
    }

    /** True when it is what this method of its path means; a HEAD is the GET without its body. */
    boolean answers(HttpMethod wanted) {
        return method.equals(wanted) || (wanted.equals(HttpMethod.HEAD) && answersHead());
    }

    /** True when there is room for it even where there are too many connections. */
    boolean isServedOutside() {
        return isAnsweredWhileDraining() && callClass != CallClass.DESCRIPTION;
    }

    /** True when a broker that goes down answers it, too. */
    boolean isAnsweredWhileDraining() {
        return callClass != CallClass.USUAL && callClass != CallClass.STREAM && callClass != CallClass.PRESENCE;
    }

    /** In which order it is shed under overload; null = it is never shed. */
    @Nullable
    WorkClass work() {
        return switch (callClass) {
            case ACKNOWLEDGEMENT -> WorkClass.ACKNOWLEDGE;
            case USUAL -> audit == null ? ofRight() : null;
            case DESCRIPTION, STREAM, PRESENCE, SCRAPE, HEALTH -> null;
        };
    }

    /** Of calls that are not written down. The others are those of operators. */
    private @Nullable WorkClass ofRight() {
        return switch (right) {
            case JOBS_PRODUCE -> WorkClass.PRODUCE;
            case JOBS_CONSUME -> WorkClass.CONSUME;
            case JOBS_READ, JOBS_PAYLOAD, TUBES_READ -> method.equals(HttpMethod.GET) ? WorkClass.LOOK : null;
            default -> null;
        };
    }

    /** Which in-flight limit of its caller a request counts against; null = none. */
    @Nullable
    LimitKind limitKind(Query asked) {
        return switch (callClass) {
            case HEALTH, PRESENCE -> null;
            case ACKNOWLEDGEMENT -> query.contains("next") && asked.text("next") != null ? callOrWait(asked) : null;
            case SCRAPE -> LimitKind.SCRAPES;
            case STREAM -> LimitKind.STREAMS;
            case USUAL, DESCRIPTION -> callOrWait(asked);
        };
    }

    private LimitKind callOrWait(Query asked) {
        String wait = query.contains("waitMs") ? asked.text("waitMs") : null;
        return wait == null || wait.equals("0") ? LimitKind.CALLS : LimitKind.WAITS;
    }

    /** Bytes of the longest answer to a body, 0 = few. */
    long maxAnswer(int body) {
        return maxBody < JsonRequests.MAX_BYTES ? 0 : Math.min(MAX_OF_A_BATCH, (long) body * ANSWER_TO_A_BYTE);
    }

    boolean answersHead() {
        return method.equals(HttpMethod.GET) && !isLenient;
    }

    public static Endpoint of(HttpMethod method, String path, Right right, Action action) {
        return new Endpoint(
                method, path, right, action, Set.of(), 0, false, CallClass.USUAL, null, null, ProblemStyle.INSTANCE);
    }

    public static Endpoint get(String path, Right right, Action action) {
        return of(HttpMethod.GET, path, right, action);
    }

    public static Endpoint put(String path, Right right, Action action) {
        return of(HttpMethod.PUT, path, right, action);
    }

    public static Endpoint post(String path, Right right, Action action) {
        return of(HttpMethod.POST, path, right, action);
    }

    public static Endpoint patch(String path, Right right, Action action) {
        return of(HttpMethod.PATCH, path, right, action);
    }

    public static Endpoint delete(String path, Right right, Action action) {
        return of(HttpMethod.DELETE, path, right, action);
    }

    /** This call, with query parameters. */
    public Endpoint query(String... names) {
        return new Endpoint(
                method, path, right, action, Set.of(names), maxBody, isLenient, callClass, audit, further, style);
    }

    /** This call, with a body. */
    public Endpoint body(int maxBytes) {
        return new Endpoint(method, path, right, action, query, maxBytes, isLenient, callClass, audit, further, style);
    }

    /** This call, ignoring what it does not know. */
    public Endpoint lenient() {
        return new Endpoint(method, path, right, action, query, maxBody, true, callClass, audit, further, style);
    }

    /** This call, as one of this class. */
    public Endpoint of(CallClass other) {
        return new Endpoint(method, path, right, action, query, maxBody, isLenient, other, audit, further, style);
    }

    /** This call, written down in the audit log under a name. */
    public Endpoint audited(String name) {
        return audited(Audit.of(name));
    }

    /** This call, written down. */
    public Endpoint audited(Audit what) {
        return new Endpoint(method, path, right, action, query, maxBody, isLenient, callClass, what, further, style);
    }

    /** This call, for which a flag of the query takes a right of its own. */
    public Endpoint further(Right other, String flag) {
        return new Endpoint(
                method,
                path,
                right,
                action,
                query,
                maxBody,
                isLenient,
                callClass,
                audit,
                new Further(other, flag),
                style);
    }

    /** This call, as one of another API. */
    public Endpoint style(ApiStyle other) {
        return new Endpoint(method, path, right, action, query, maxBody, isLenient, callClass, audit, further, other);
    }
}
