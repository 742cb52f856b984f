package io.grape.server.http.call;

import io.vertx.core.Future;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What the audit log has of a call.
 *
 * @param action such as {@code tube.delete}
 * @param made the action where the response is 201, as something was made by it
 * @param eligible whether this one is written down
 * @param tube the one that it is about, empty = none, looked up where the request does not name it; may fail where it is not right
 * @param target what else it is about: a job, a user
 * @param detail what else was asked for, without secrets; may fail where the request is not right
 */
public record Audit(
        String action,
        String made,
        Predicate<Request> eligible,
        Function<Request, Future<String>> tube,
        Function<Request, String> target,
        Function<Request, String> detail) {
    public static Audit of(String action) {
        return new Audit(
                action,
                action,
                request -> true,
                request -> Future.succeededFuture(request.parameterOr("tube", "")),
                request -> request.parameterOr("id", request.parameterOr("name", "")),
                Request::queryText);
    }

    public Audit made(String other) {
        return new Audit(action, other, eligible, tube, target, detail);
    }

    public Audit when(Predicate<Request> condition) {
        return new Audit(action, made, condition, tube, target, detail);
    }

    public Audit target(Function<Request, String> other) {
        return new Audit(action, made, eligible, tube, other, detail);
    }

    public Audit detail(Function<Request, String> other) {
        return new Audit(action, made, eligible, tube, target, other);
    }

    public Audit tube(Function<Request, String> other) {
        return tubeLookedUp(request -> Future.succeededFuture(other.apply(request)));
    }

    public Audit tubeLookedUp(Function<Request, Future<String>> other) {
        return new Audit(action, made, eligible, other, target, detail);
    }

    /** A client takes back jobs of its own, many of them; people and their pages do it for others. */
    public static boolean isOfPeople(Request request) {
        return switch (request.caller().kind()) {
            case USER -> true;
            case TOKEN -> !request.caller().isClient();
            case ANONYMOUS -> request.header("X-Grape-Console") != null || request.header("Sec-Fetch-Site") != null;
        };
    }
}
