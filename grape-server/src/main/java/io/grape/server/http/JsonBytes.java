package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/**
 * JSON that is read where it lies: what a payload is made of is checked and cut out, never built anew, so that {@code 1.00},
 * the order of names and every space stay as they are.
 */
final class JsonBytes {
    /** How deep arrays and objects of a payload may lie in each other. */
    static final int MAX_DEPTH = 1000;

    /** What goes around a payload in a request. */
    private static final int ENVELOPE = 2;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            // RFC 8259 knows UTF-8 only, and no byte order mark.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH + ENVELOPE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonBytes() {}

    /** Reads a value. */
    interface Reading<T> {
        T read(JsonParser json) throws IOException;
    }

    /** Refuses what is not exactly one JSON value in UTF-8. */
    static void check(byte[] bytes, String name) {
        read(bytes, name, json -> {
            skipValue(json, name);
            return bytes;
        });
    }

    /** Reads the one value that the bytes must be; the parser stands on its first token, and must stand on its last in the end. */
    static <T> T read(byte[] bytes, String name, Reading<T> reading) {
        checkUtf8(bytes, name);
        try (JsonParser json = FACTORY.createParser(bytes)) {
            if (json.nextToken() == null) {
                throw GrapeException.badValue(name, "JSON", "nothing");
            }
            T value = reading.read(json);
            if (json.nextToken() != null) {
                throw GrapeException.badValue(name, "one JSON value", "more behind it");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, name + ": expected JSON, got something else: " + reason(e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String reason(JsonProcessingException failure) {
        String reason = String.valueOf(failure.getOriginalMessage());
        String shown = reason.length() <= 200 ? reason : reason.substring(0, 200) + "…";
        return shown + " (at byte " + failure.getLocation().getByteOffset() + ")";
    }

    /** Goes from the first token of a value to its last. */
    static void skipValue(JsonParser json, String name) throws IOException {
        int depth = 0;
        JsonToken token = json.currentToken();
        while (true) {
            depth += depthChange(token);
            if (depth > MAX_DEPTH) {
                throw GrapeException.badValue(name, "JSON at most " + MAX_DEPTH + " levels deep", "a deeper one");
            }
            json.finishToken();
            if (depth == 0) {
                return;
            }
            token = json.nextToken();
        }
    }

    private static int depthChange(@Nullable JsonToken token) {
        if (token == null) {
            return 0;
        }
        return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    }

    /** Jackson lets through some bytes that are not UTF-8: surrogates, long forms, what lies behind the last character. */
    private static void checkUtf8(byte[] bytes, String name) {
        CharsetDecoder decoder = UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(Math.min(bytes.length + 1, 8192));
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw GrapeException.badValue(name, "UTF-8", "a wrong byte at " + in.position());
        }
    }
}
