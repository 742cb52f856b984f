package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Makes texts of names, strings and numbers of JSON that was scanned. */
final class JsonText {
    static final String ESCAPES = "\"\\/bfnrt";
    static final int HEX_DIGITS = 4;
    static final int HEX = 16;
    /** What the letters of {@link #ESCAPES} stand for. */
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    /**
     * Bytes of the longest string or number that is made into text. No value but Base64 may be as long, with every letter escaped, and
     * a text takes up to twice the memory of its bytes, which no budget counts.
     */
    static final int MAX_BYTES = 16 * 1024;

    private static final int EXCERPT_BYTES = 40;

    private JsonText() {}

    /** True for a token that is longer than {@link #MAX_BYTES}. */
    static boolean isLong(int start, int end) {
        return end - start > MAX_BYTES;
    }

    /** Refuses a token that is longer than {@link #MAX_BYTES}. */
    static GrapeException tooLong(byte[] in, JsonToken token, int start, int end, String name) {
        return GrapeException.badValue(name, "at most " + MAX_BYTES + " bytes", excerpt(in, token, start, end));
    }

    /** What a message shows of a string or a number: all of it, or how it begins. */
    static String excerpt(byte[] in, JsonToken token, int start, int end) {
        boolean isString = token == JsonToken.STRING;
        if (!isLong(start, end)) {
            String text = of(in, token, start, end);
            return isString ? "'" + text + "'" : text;
        }
        String text = isString
                ? "'" + unescaped(in, start + 1, cut(in, start + 1))
                : new String(in, start, EXCERPT_BYTES, US_ASCII);
        return text + "… (" + (end - start) + " bytes)";
    }

    /** Behind the last whole character of an excerpt. */
    private static int cut(byte[] in, int start) {
        int end = start;
        int next = start;
        while (next - start <= EXCERPT_BYTES) {
            end = next;
            next += length(in, next);
        }
        return end;
    }

    /** Bytes of the character that lies there. */
    private static int length(byte[] in, int at) {
        if (in[at] == '\\') {
            return in[at + 1] == 'u' ? 2 + HEX_DIGITS : 2;
        }
        int bits = Integer.numberOfLeadingZeros(~(in[at] << 24));
        return Math.max(1, bits);
    }

    /**
     * The bytes of a string that should be ASCII, with a question mark for any other escape. What has no escapes stays where it is:
     * Base64 may be as long as a body.
     */
    static ByteBuffer ascii(byte[] in, int start, int end) {
        int escape = escape(in, start + 1, end - 1);
        if (escape == end - 1) {
            return ByteBuffer.wrap(in, start + 1, end - start - 2);
        }
        byte[] out = Arrays.copyOfRange(in, start + 1, end - 1);
        int length = escape - start - 1;
        for (int at = escape; at < end - 1; at += length(in, at)) {
            boolean isEscape = in[at] == '\\';
            for (int i = 0; i < (isEscape ? 1 : length(in, at)); i++) {
                out[length++] = isEscape ? unescapedAscii(in, at) : in[at + i];
            }
        }
        return ByteBuffer.wrap(out, 0, length);
    }

    private static byte unescapedAscii(byte[] in, int at) {
        char letter = unescaped(in, at, at + length(in, at)).charAt(0);
        return letter < 0x80 ? (byte) letter : (byte) '?';
    }

    /** The text of a token that lies there. */
    static String of(byte[] in, JsonToken token, int start, int end) {
        return token == JsonToken.STRING || token == JsonToken.NAME
                ? unescaped(in, start + 1, end - 1)
                : new String(in, start, end - start, US_ASCII);
    }

    private static String unescaped(byte[] in, int start, int end) {
        int escape = escape(in, start, end);
        if (escape == end) {
            return new String(in, start, end - start, UTF_8);
        }
        StringBuilder text = new StringBuilder();
        int from = start;
        while (escape < end) {
            text.append(new String(in, from, escape - from, UTF_8));
            int letter = in[escape + 1];
            from = escape + 2;
            if (letter == 'u') {
                text.append((char) Integer.parseInt(new String(in, from, HEX_DIGITS, US_ASCII), HEX));
                from += HEX_DIGITS;
            } else {
                text.append(ESCAPED.charAt(ESCAPES.indexOf(letter)));
            }
            escape = escape(in, from, end);
        }
        return text.append(new String(in, from, end - from, UTF_8)).toString();
    }

    /** Where the next backslash is, or the end. */
    private static int escape(byte[] in, int from, int end) {
        int place = from;
        while (place < end && in[place] != '\\') {
            place++;
        }
        return place;
    }
}
