package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Percent-encoding, strictly: an escape that is none, or bytes that are not UTF-8, are refused. */
public final class PercentEncoding {
    private PercentEncoding() {}

    /** Decodes a path segment, where a plus is a plus. */
    public static String decodedSegment(String raw) {
        return raw.indexOf('%') < 0 ? raw : decoded(raw, raw);
    }

    /** Decodes a name or a value of the query, where a plus is a space. */
    public static String decodedQuery(String raw) {
        String text = raw.replace('+', ' ');
        return text.indexOf('%') < 0 ? text : decoded(text, raw);
    }

    private static String decoded(String text, String raw) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(escaped(text, i, raw));
                i += 2;
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(UTF_8));
            }
        }
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw badEscape(raw);
        }
    }

    private static int escaped(String text, int at, String raw) {
        int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(text.charAt(at + 2), 16);
        if (low < 0) {
            throw badEscape(raw);
        }
        return high << 4 | low;
    }

    private static GrapeException badEscape(String raw) {
        return GrapeException.badValue("URI", "percent-encoded UTF-8", "'" + raw + "'");
    }

    /** A path in which what need not be encoded is not; its segments mean the same. */
    public static String normalizedPath(String raw) {
        return Arrays.stream(raw.split("/", -1))
                .map(segment -> encodedSegment(decodedSegment(segment)))
                .collect(Collectors.joining("/"));
    }

    /** Encodes a path segment: all but letters, digits and {@code - . _ ~}. */
    public static String encodedSegment(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            }
        }
        return encoded.toString();
    }
}
