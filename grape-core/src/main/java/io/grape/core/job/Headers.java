package io.grape.core.job;

import io.grape.core.Alphabet;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The headers of a job, such as {@code traceparent}. The broker never reads or changes them.
 *
 * @param values names are 1 to 64 of {@code a-z 0-9 -}; values are up to 1024 printable ASCII characters, without a
 *     space at either end; up to 16 headers, and 4096 characters in all
 */
public record Headers(Map<String, String> values) {
    public static final Headers NONE = new Headers(Map.of());

    private static final String WHAT = "job headers";
    private static final String NAMES = "names of 1 to " + Limits.MAX_HEADER_NAME_CHARS + " of a-z 0-9 -, lower-case";
    private static final String VALUES =
            "up to " + Limits.MAX_HEADER_VALUE_CHARS + " printable ASCII characters without a space at either end";

    public Headers {
        if (values.size() > Limits.MAX_HEADERS) {
            throw tooMany(values.size());
        }
        values.forEach((name, value) -> checkValue(checkedName(name), value));
        if (bytes(values) > Limits.MAX_HEADERS_BYTES) {
            throw GrapeException.badValue(
                    WHAT,
                    "names and values of at most " + Limits.MAX_HEADERS_BYTES + " bytes in all",
                    bytes(values) + " bytes");
        }
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The failure for a job with this many headers. */
    public static GrapeException tooMany(int count) {
        return GrapeException.badValue(WHAT, "at most " + Limits.MAX_HEADERS, count);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** The total length of names and values. */
    public int bytes() {
        return bytes(values);
    }

    private static int bytes(Map<String, String> values) {
        int bytes = 0;
        for (Map.Entry<String, String> header : values.entrySet()) {
            bytes += header.getKey().length() + header.getValue().length();
        }
        return bytes;
    }

    /** Returns the name of a header, if it can be one. */
    public static String checkedName(String name) {
        if (!Alphabet.HEADER_NAME.spells(name, Limits.MAX_HEADER_NAME_CHARS)) {
            int wrong = unprintable(name);
            throw GrapeException.badValue(WHAT, NAMES, wrong < 0 ? "'" + name + "'" : code(name, wrong) + " in one");
        }
        return name;
    }

    private static void checkValue(String name, String value) {
        int wrong = unprintable(value);
        if (value.length() > Limits.MAX_HEADER_VALUE_CHARS) {
            throw badValue(name, value.length() + " characters");
        }
        if (wrong >= 0) {
            throw badValue(name, code(value, wrong));
        }
        if (!value.strip().equals(value)) {
            throw badValue(name, "a space at an end");
        }
    }

    private static GrapeException badValue(String name, String got) {
        return GrapeException.badValue("headers." + name, VALUES, got);
    }

    /** The position of the first character that is not printable ASCII, -1 = none. */
    private static int unprintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return i;
            }
        }
        return -1;
    }

    private static String code(String text, int at) {
        return String.format(Locale.ROOT, "U+%04X", (int) text.charAt(at));
    }
}
