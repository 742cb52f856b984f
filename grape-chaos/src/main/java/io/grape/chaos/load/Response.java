package io.grape.chaos.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Span;
import java.util.Set;

/**
 * What came back of a call.
 *
 * @param mayBeTried whether the same call may fare better later
 * @param json the body; missing when there was none
 */
record Response(CallOutcome outcome, boolean mayBeTried, JsonNode json, Span span) {
    /** A broker that says so did not do it. */
    private static final Set<String> NOT_NOW = Set.of("OVERLOADED", "DRAINING");

    /** A broker that says so does not know. */
    private static final Set<String> NOBODY_KNOWS = Set.of("STORE_UNAVAILABLE", "INTERNAL", "");

    /** Nobody was there to be called. */
    static Response unreached(Span span) {
        return new Response(CallOutcome.REFUSED, true, MissingNode.getInstance(), span);
    }

    /** It was called, and nothing of use came back. */
    static Response lost(Span span) {
        return new Response(CallOutcome.UNKNOWN, true, MissingNode.getInstance(), span);
    }

    static Response read(int status, JsonNode json, Span span) {
        return status / 100 == 2
                ? new Response(CallOutcome.DONE, false, json, span)
                : failed(json.path("code").asText(), json, span);
    }

    /** One result of a call for many. */
    Response item(int at) {
        if (outcome != CallOutcome.DONE) {
            return this;
        }
        JsonNode item = json.path("results").path(at);
        JsonNode error = item.path("error");
        return error.isMissingNode()
                ? new Response(CallOutcome.DONE, false, item, span)
                : failed(error.path("code").asText(), item, span);
    }

    private static Response failed(String code, JsonNode json, Span span) {
        boolean isUnknown = NOBODY_KNOWS.contains(code);
        return new Response(
                isUnknown ? CallOutcome.UNKNOWN : CallOutcome.REFUSED, isUnknown || NOT_NOW.contains(code), json, span);
    }
}
