package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.vertx.core.Context;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * JSON that is read where it lies: what a payload is made of is checked and cut out, never built anew, so that {@code 1.00},
 * the order of names and every space stay as they are.
 */
public final class JsonBytes {

    /** The longest JSON that an event loop reads itself: it is done within the time of any other call. */
    public static final int MAX_ON_EVENT_LOOP = 64 * 1024;

    private JsonBytes() {}

    /** Reads a value. */
    public interface Reading<T> {
        T read(JsonScanner json);
    }

    /** Refuses what is not exactly one JSON value in UTF-8. */
    public static void check(byte[] bytes, String name) {
        read(bytes, name, json -> {
            json.skip(name);
            return bytes;
        });
    }

    /**
     * Reads the one value that the bytes must be; the scanner stands on its first token, and must stand on its last in the end.
     * What is long is never read on an event loop, whose other calls would wait: see {@code Request.read}.
     */
    public static <T> T read(byte[] bytes, String name, Reading<T> reading) {
        if (bytes.length > MAX_ON_EVENT_LOOP && Context.isOnEventLoopThread()) {
            throw new IllegalStateException(bytes.length + " bytes of JSON must not be read on an event loop");
        }
        checkUtf8(bytes, name);
        JsonScanner json = new JsonScanner(bytes, name);
        if (json.next() == JsonToken.NOTHING) {
            throw GrapeException.badValue(name, "JSON", "nothing");
        }
        T value = reading.read(json);
        json.next();
        return value;
    }

    /** The decoder finds everything that is not UTF-8: also surrogates, long forms, and what lies behind the last character. */
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
