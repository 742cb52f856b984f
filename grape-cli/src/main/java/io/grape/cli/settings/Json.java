package io.grape.cli.settings;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts values into JSON in the form of the HTTP API. What is null is left out. */
public final class Json {
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Json() {}

    /** A text. */
    public static void put(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    /** A whole number. */
    public static void put(ObjectNode json, String name, @Nullable Long value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    /** A whole number. */
    public static void put(ObjectNode json, String name, @Nullable Integer value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    /** A number; without a fraction if it is whole. */
    public static void put(ObjectNode json, String name, @Nullable Double value) {
        if (value == null) {
            return;
        }
        if (value == Math.rint(value)) {
            json.put(name, value.longValue());
        } else {
            json.put(name, value);
        }
    }

    /** Whole milliseconds. */
    public static void put(ObjectNode json, String name, @Nullable Duration value) {
        if (value != null) {
            json.put(name, value.toMillis());
        }
    }

    /** An instant in UTC, with milliseconds. */
    public static void put(ObjectNode json, String name, @Nullable Instant value) {
        if (value != null) {
            json.put(name, MILLIS.format(value));
        }
    }
}
