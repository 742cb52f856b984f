package io.grape.chaos.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry;
import io.grape.chaos.history.Entry.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that a consumer is going to say about a lease.
 *
 * @param delay of a release
 * @param tries how often it may still be said when no response comes
 */
record Ack(Verb verb, Lease lease, Duration delay, int tries) {
    private static final int TRIES = 5;
    private static final String CONTENT = "done by now";

    static Ack of(Verb verb, Lease lease, Duration delay) {
        return new Ack(verb, lease, delay, TRIES);
    }

    Ack again() {
        return new Ack(verb, lease, delay, tries - 1);
    }

    private String op() {
        return verb.name().toLowerCase(Locale.ROOT);
    }

    private boolean hasDelay() {
        return verb == Verb.RELEASE;
    }

    /** Behind the tube. */
    String path() {
        return "/jobs/" + lease.id() + "/" + op() + "?lease=" + lease.number()
                + (hasDelay() ? "&delayMs=" + delay.toMillis() : "");
    }

    JsonNode json(boolean isMixed) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", lease.id())
                .put("lease", Long.toString(lease.number()))
                .put("op", op());
        if (hasDelay()) {
            json.put("delayMs", delay.toMillis());
        } else if (verb == Verb.HANDOVER) {
            json.put("checkpoint", CONTENT);
        } else if (verb == Verb.FINISH && !isMixed) {
            json.put("result", CONTENT);
        }
        return json;
    }

    /** Of a call of its own: a checkpoint, or a result, which earlier releases do not take. */
    byte[] body(boolean isMixed) {
        String body = switch (verb) {
            case FINISH -> isMixed ? "" : CONTENT;
            case HANDOVER -> "{\"checkpoint\":\"" + CONTENT + "\"}";
            case RELEASE, BURY, TOUCH -> "";
        };
        return body.getBytes(UTF_8);
    }

    Entry tried(Response reply) {
        return new Entry.Acknowledged(verb, lease.id(), lease.number(), reply.outcome(), time(reply), reply.span());
    }

    private Optional<Instant> time(Response reply) {
        if (reply.outcome() != CallOutcome.DONE) {
            return Optional.empty();
        }
        JsonNode time = reply.json().path(verb == Verb.TOUCH ? "leaseUntil" : "dueAt");
        boolean isTold = time.isTextual() && (verb == Verb.TOUCH || verb == Verb.RELEASE);
        return isTold ? Optional.of(Instant.parse(time.asText())) : Optional.empty();
    }
}
