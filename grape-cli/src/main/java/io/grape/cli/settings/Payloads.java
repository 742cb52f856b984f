package io.grape.cli.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Payloads within JSON. No number is changed: 1.10 stays 1.10. */
public final class Payloads {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Payloads() {}

    /** Adds a payload and its content type: JSON as it is, all else in Base64. Empty bytes are none. */
    static ObjectNode put(ObjectNode json, byte[] bytes, @Nullable String contentType) {
        Json.put(json, "contentType", contentType);
        if (contentType != null && isJsonType(contentType) && isJson(bytes)) {
            putJson(json, bytes);
        } else if (bytes.length > 0) {
            json.put("payloadBase64", bytes);
        }
        return json;
    }

    /** Adds a payload that is JSON, on one line. */
    public static void putJson(ObjectNode json, byte[] bytes) {
        // Between values; a string has none.
        String line = new String(bytes, UTF_8).strip().replace('\r', ' ').replace('\n', ' ');
        json.putRawValue("payload", new RawValue(line));
    }

    /** Whether a content type is that of JSON. */
    public static boolean isJsonType(String contentType) {
        return contentType.matches("(?i)application/([a-z0-9.+-]+\\+)?json\\b.*");
    }

    /** Whether bytes are a JSON value. */
    public static boolean isJson(byte[] bytes) {
        return text(bytes).map(Payloads::isJson).orElse(false);
    }

    private static boolean isJson(String text) {
        try {
            return !MAPPER.readTree(text).isMissingNode();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** Bytes as text; empty if they are none. */
    public static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The same, with the kinds of values that a reader of its text sees. */
    public static ObjectNode readAgain(ObjectNode json) {
        try {
            return (ObjectNode) MAPPER.readTree(bytes(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
