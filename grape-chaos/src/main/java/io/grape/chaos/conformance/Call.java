package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call of the worker.
 *
 * @param at when it came, in nanoseconds
 * @param acks the acknowledgements in it: one, those of a batch, or none
 */
record Call(long at, String op, List<Ack> acks) {
    static final String CONSUME = "consume";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern OF_JOB = Pattern.compile("/v1/tubes/[^/]+/jobs/([^/]+)/([a-z]+)");
    private static final Pattern BATCH = Pattern.compile("/v1/tubes/[^/]+/acks");
    private static final Pattern PRESENCE = Pattern.compile("/v1/workers/[^/]+/presence");
    private static final Pattern TAKING = Pattern.compile("/v1/(tubes/[^/]+/)?consume");

    /**
     * An acknowledgement.
     *
     * @param fields its parameters, without the id and the op
     */
    record Ack(String id, String op, JsonNode fields) {
        String lease() {
            return fields.path("lease").asText();
        }

        boolean isTouch() {
            return op.equals("touch");
        }
    }

    static Call of(URI uri, byte[] body) throws IOException {
        String path = uri.getRawPath();
        Matcher ofJob = OF_JOB.matcher(path);
        if (ofJob.matches() && !ofJob.group(2).equals(CONSUME)) {
            Ack ack = new Ack(decoded(ofJob.group(1)), ofJob.group(2), parameters(uri));
            return new Call(System.nanoTime(), ack.op(), List.of(ack));
        }
        if (BATCH.matcher(path).matches() && JSON.readTree(body) instanceof ArrayNode items) {
            List<Ack> acks = items.findParents("op").stream()
                    .map(item ->
                            new Ack(item.path("id").asText(), item.path("op").asText(), item))
                    .toList();
            return new Call(System.nanoTime(), "acks", acks);
        }
        return new Call(System.nanoTime(), TAKING.matcher(path).matches() ? CONSUME : path, List.of());
    }

    private static ObjectNode parameters(URI uri) {
        ObjectNode fields = JSON.createObjectNode();
        if (uri.getRawQuery() != null) {
            for (String pair : uri.getRawQuery().split("&", -1)) {
                String[] parts = pair.split("=", 2);
                fields.put(decoded(parts[0]), parts.length > 1 ? decoded(parts[1]) : "");
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Whether it shows that the worker lives: its response goes on. */
    boolean isPresence() {
        return PRESENCE.matcher(op).matches();
    }

    boolean isConsume() {
        return op.equals(CONSUME);
    }

    /** Whether it ends the work on a job. */
    boolean ends() {
        return acks.stream().anyMatch(ack -> !ack.isTouch());
    }
}
