package io.grape.server.http.call;

import io.grape.server.access.Right;
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
 * @param takes what else it lets through
 * @param audit what is written down of it, null = nothing
 * @param further what some of its requests take beside its right, null = none does
 * @param style of the API that it belongs to
 */
public record Call(
        HttpMethod method,
        String path,
        Right right,
        Action action,
        Set<String> query,
        int maxBody,
        Takes takes,
        @Nullable Audit audit,
        @Nullable Further further,
        ApiStyle style) {
    /**
     * What a call lets through.
     *
     * @param anything unknown and repeated query parameters, bodies that it does not read or that are compressed, and
     *     slashes too many in its path; but no HEAD for its GET
     * @param whileDraining true when it is answered by a broker that goes down, too
     * @param worth what it is worth where there is not room for everything
     */
    public record Takes(boolean anything, boolean whileDraining, Worth worth) {
        static final Takes STRICTLY = new Takes(false, false, Worth.USUAL);
    }

    /** What a call is worth where there is not room for everything. */
    enum Worth {
        /** It is told to come back. */
        USUAL,
        /** It has room of its own, waits its turn there, and is never refused: an acknowledgement that is not taken makes more work. */
        ACKNOWLEDGEMENT,
        /** It stays open: each user and token has a number of them. */
        STREAM,
        /** It has places and memory of its own. */
        SCRAPE,
        /** It is answered whatever else there is. */
        HEALTH
    }

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
        Future<Reply> answer(Request request);
    }

    public Call {
        query = Set.copyOf(query);
    }

    /** True when it is what this method of its path means; a HEAD is the GET without its body. */
    boolean answers(HttpMethod wanted) {
        return method.equals(wanted) || (wanted.equals(HttpMethod.HEAD) && answersHead());
    }

    /** True when there is room for it even where there are too many connections. */
    boolean isServedOutside() {
        return takes.worth() != Worth.USUAL && takes.worth() != Worth.STREAM;
    }

    boolean answersHead() {
        return method.equals(HttpMethod.GET) && !takes.anything();
    }

    public static Call of(HttpMethod method, String path, Right right, Action action) {
        return new Call(method, path, right, action, Set.of(), 0, Takes.STRICTLY, null, null, ProblemStyle.INSTANCE);
    }

    public static Call get(String path, Right right, Action action) {
        return of(HttpMethod.GET, path, right, action);
    }

    public static Call put(String path, Right right, Action action) {
        return of(HttpMethod.PUT, path, right, action);
    }

    public static Call post(String path, Right right, Action action) {
        return of(HttpMethod.POST, path, right, action);
    }

    public static Call delete(String path, Right right, Action action) {
        return of(HttpMethod.DELETE, path, right, action);
    }

    /** This call, with query parameters. */
    public Call query(String... names) {
        return new Call(method, path, right, action, Set.of(names), maxBody, takes, audit, further, style);
    }

    /** This call, with a body. */
    public Call body(int maxBytes) {
        return new Call(method, path, right, action, query, maxBytes, takes, audit, further, style);
    }

    /** This call, ignoring what it does not know. */
    public Call lenient() {
        return new Call(
                method,
                path,
                right,
                action,
                query,
                maxBody,
                new Takes(true, takes.whileDraining(), takes.worth()),
                audit,
                further,
                style);
    }

    /** This call, answered while the broker drains, too. */
    public Call whileDraining() {
        return takes(new Takes(takes.anything(), true, takes.worth()));
    }

    /** This call, which says what becomes of a job, answered while the broker drains, too. */
    public Call acknowledging() {
        return takes(new Takes(takes.anything(), true, Worth.ACKNOWLEDGEMENT));
    }

    /** This call, whose response goes on for as long as its client stays. */
    public Call ofStreams() {
        return takes(new Takes(takes.anything(), takes.whileDraining(), Worth.STREAM));
    }

    /** This call, by which others see how the broker is, answered while it drains, too. */
    public Call ofHealth() {
        return takes(new Takes(takes.anything(), true, Worth.HEALTH));
    }

    /** This call, by which others see what the broker does, answered while it drains, too. */
    public Call ofScrapes() {
        return takes(new Takes(takes.anything(), true, Worth.SCRAPE));
    }

    private Call takes(Takes other) {
        return new Call(method, path, right, action, query, maxBody, other, audit, further, style);
    }

    /** This call, written down in the audit log under a name. */
    public Call audited(String name) {
        return audited(Audit.of(name));
    }

    /** This call, written down. */
    public Call audited(Audit what) {
        return new Call(method, path, right, action, query, maxBody, takes, what, further, style);
    }

    /** This call, for which a flag of the query takes a right of its own. */
    public Call further(Right other, String flag) {
        return new Call(method, path, right, action, query, maxBody, takes, audit, new Further(other, flag), style);
    }

    /** This call, as one of another API. */
    public Call style(ApiStyle other) {
        return new Call(method, path, right, action, query, maxBody, takes, audit, further, other);
    }
}
