package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/** Makes texts of names, strings and numbers of JSON that was scanned. */
final class JsonText {
    static final String ESCAPES = "\"\\/bfnrt";
    static final int HEX_DIGITS = 4;
    static final int HEX = 16;
    /** What the letters of {@link #ESCAPES} stand for. */
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private JsonText() {}

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
