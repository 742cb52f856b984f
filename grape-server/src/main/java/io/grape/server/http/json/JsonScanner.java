package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.BitSet;
import java.util.Locale;

/**
 * Walks over JSON (RFC 8259), token by token, and says where each one lies. A parser keeps a table of the names that it met, which
 * strangers fill. The scanner keeps a place and one bit for each level: names and values are made into text when they are asked for,
 * and not before. It takes for granted that the bytes are UTF-8.
 */
public final class JsonScanner {
    /** How deep arrays and objects of a payload may lie in each other. */
    public static final int MAX_DEPTH = 1000;
    /** Bytes of a name that is read whole. No name that a call knows is as long, with every letter escaped. */
    static final int MAX_NAME_BYTES = 512;

    private static final int CUT_NAME_BYTES = 96;
    private static final int ESCAPE_BYTES = 6;
    private static final byte[] TRUE = "true".getBytes(US_ASCII);
    private static final byte[] FALSE = "false".getBytes(US_ASCII);
    private static final byte[] NULL = "null".getBytes(US_ASCII);
    private static final int AT_END = -1;

    private final byte[] in;
    /** The place behind the last byte that it reads. */
    private final int limit;

    private final String what;
    private final BitSet objects = new BitSet();
    private JsonToken token = JsonToken.NOTHING;
    private int depth;
    private int start;
    private int at;
    /** The place behind the first half of a surrogate pair that lacks its second, -1 = there is none. */
    private int half;

    private boolean hasHalves;

    /**
     * Before the first token of some bytes.
     *
     * @param what the value is called in messages
     */
    JsonScanner(byte[] in, String what) {
        this(in, 0, in.length, what);
    }

    /** The same of a part of the bytes. */
    JsonScanner(byte[] in, int from, int limit, String what) {
        this.in = in;
        this.at = from;
        this.limit = limit;
        this.what = what;
    }

    public JsonToken token() {
        return token;
    }

    /** The place of the first byte of the token. */
    int start() {
        return start;
    }

    /** The place behind the last byte of the token. */
    int end() {
        return at;
    }

    byte[] source() {
        return in;
    }

    /** Goes to the next token; NOTHING behind the last one. Fails with BAD_REQUEST where it is none. */
    public JsonToken next() {
        space();
        start = at;
        token = step();
        return token;
    }

    private JsonToken step() {
        if (token == JsonToken.NAME) {
            take(':');
            return value();
        }
        if (depth == 0) {
            return root();
        }
        boolean isObject = objects.get(depth);
        if (peek() == (isObject ? '}' : ']')) {
            at++;
            depth--;
            return isObject ? JsonToken.OBJECT_END : JsonToken.ARRAY_END;
        }
        if (!token.opens()) {
            take(',');
        }
        return isObject ? name() : value();
    }

    private JsonToken root() {
        if (at == limit) {
            return JsonToken.NOTHING;
        }
        if (token != JsonToken.NOTHING) {
            throw GrapeException.badValue(what, "one JSON value", "more behind it");
        }
        return value();
    }

    private void take(char mark) {
        if (peek() != mark) {
            throw wrong("'" + mark + "'");
        }
        at++;
        space();
        start = at;
    }

    private JsonToken name() {
        if (peek() != '"') {
            throw wrong("a name in double quotes");
        }
        string();
        if (hasHalves) {
            throw wrong("whole characters in the name before it");
        }
        return JsonToken.NAME;
    }

    private JsonToken value() {
        return switch (peek()) {
            case '{' -> open(true);
            case '[' -> open(false);
            case '"' -> {
                string();
                yield JsonToken.STRING;
            }
            case 't' -> word(TRUE, JsonToken.TRUE);
            case 'f' -> word(FALSE, JsonToken.FALSE);
            case 'n' -> word(NULL, JsonToken.NULL);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw wrong("a value");
        };
    }

    private JsonToken open(boolean isObject) {
        at++;
        depth++;
        objects.set(depth, isObject);
        return isObject ? JsonToken.OBJECT : JsonToken.ARRAY;
    }

    private JsonToken word(byte[] word, JsonToken found) {
        for (byte letter : word) {
            if (peek() != letter) {
                throw wrong("true, false or null");
            }
            at++;
        }
        return found;
    }

    private JsonToken number() {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        boolean isWhole = true;
        if (peek() == '.') {
            at++;
            digits();
            isWhole = false;
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
            isWhole = false;
        }
        return isWhole ? JsonToken.WHOLE : JsonToken.NUMBER;
    }

    private void digits() {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == from) {
            throw wrong("a digit");
        }
    }

    private void string() {
        half = -1;
        hasHalves = false;
        at++;
        int next = peek();
        while (next != '"') {
            if (next < ' ') {
                throw wrong("a character of a string, or its end");
            }
            at++;
            if (next == '\\') {
                escape();
            }
            next = peek();
        }
        hasHalves |= half >= 0;
        at++;
    }

    private void escape() {
        int letter = peek();
        if (letter == 'u') {
            at++;
            int code = 0;
            for (int i = 0; i < JsonText.HEX_DIGITS; i++) {
                int digit = Character.digit(peek(), JsonText.HEX);
                if (digit < 0) {
                    throw wrong("four hexadecimal digits");
                }
                code = code * JsonText.HEX + digit;
                at++;
            }
            pair((char) code);
        } else if (JsonText.ESCAPES.indexOf(letter) < 0) {
            throw wrong("an escape of JSON");
        } else {
            at++;
        }
    }

    private void pair(char code) {
        if (Character.isHighSurrogate(code)) {
            hasHalves |= half >= 0;
            half = at;
        } else if (Character.isLowSurrogate(code)) {
            hasHalves |= half != at - ESCAPE_BYTES;
            half = -1;
        }
    }

    private void space() {
        while (at < limit && (in[at] == ' ' || in[at] == '\n' || in[at] == '\r' || in[at] == '\t')) {
            at++;
        }
    }

    /** The next byte, from 0 to 255; -1 behind the last. */
    private int peek() {
        return at < limit ? in[at] & 0xFF : AT_END;
    }

    private GrapeException wrong(String expected) {
        int next = peek();
        String got = next == AT_END
                ? "the end"
                : next > ' ' && next <= '~' ? "'" + (char) next + "'" : String.format(Locale.ROOT, "byte 0x%02X", next);
        return new GrapeException(
                ErrorCode.BAD_REQUEST,
                what + ": expected JSON, got something else: expected " + expected + ", got " + got + " (at byte " + at
                        + ")");
    }

    /** Goes from the first token of a value to its last. */
    public void skip(String name) {
        int levels = 0;
        while (true) {
            levels += token.opens() ? 1 : token.closes() ? -1 : 0;
            if (levels > MAX_DEPTH) {
                throw GrapeException.badValue(name, "JSON at most " + MAX_DEPTH + " levels deep", "a deeper one");
            }
            if (levels == 0) {
                return;
            }
            next();
        }
    }

    /** The text of a name or a string, or the digits of a number. Fails with BAD_REQUEST for a value of more bytes than any may have. */
    public String text() {
        if (token == JsonToken.NAME && at - start > MAX_NAME_BYTES) {
            return new String(in, start + 1, CUT_NAME_BYTES, UTF_8) + "…";
        }
        if (JsonText.isLong(start, at)) {
            throw JsonText.tooLong(in, token, start, at, what);
        }
        return JsonText.of(in, token, start, at);
    }
}
