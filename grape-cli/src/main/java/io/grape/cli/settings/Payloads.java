package io.grape.cli.settings;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Payloads as JSON: JSON as it is, all else in Base64. */
public final class Payloads {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final String JSON = "application/json";

    private Payloads() {}

    /** Adds a payload and its content type. Empty bytes are none. */
    static ObjectNode put(ObjectNode json, byte[] bytes, @Nullable String contentType) {
        Json.put(json, "contentType", contentType);
        Optional<JsonNode> tree = JSON.equals(contentType) ? tree(bytes) : Optional.empty();
        if (tree.isPresent()) {
            json.set("payload", tree.get());
        } else if (bytes.length > 0) {
            json.put("payloadBase64", bytes);
        }
        return json;
    }

    /** A text as JSON; empty if it is none. */
    public static Optional<JsonNode> tree(byte[] text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return tree == null || tree.isMissingNode() ? Optional.empty() : Optional.of(tree);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The same, with the kinds of numbers that a reader of its text sees. */
    public static ObjectNode readAgain(ObjectNode json) {
        return (ObjectNode) tree(bytes(json)).orElseThrow();
    }

    /** The text of a tree. */
    public static byte[] bytes(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
