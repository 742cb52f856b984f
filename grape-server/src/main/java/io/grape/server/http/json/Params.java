package io.grape.server.http.json;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values that came by name, in a query or in a JSON object; null = it was not there. One that does not parse is BAD_REQUEST. */
public interface Params {
    @Nullable
    String text(String name);

    /** Several texts: an array of no more than so many in JSON, with commas between them in a query. */
    @Nullable
    List<String> texts(String name, int most);

    /** A whole number of at most 18 digits. */
    @Nullable
    Long wholeNumber(String name);

    /** A number, with a fraction or without. */
    @Nullable
    Double number(String name);

    default long wholeNumber(String name, long otherwise) {
        Long value = wholeNumber(name);
        return value == null ? otherwise : value;
    }

    /** A whole number within bounds. */
    default long wholeNumber(String name, Bounds bounds, long otherwise) {
        Long value = wholeNumber(name);
        return value == null ? otherwise : Limits.checked(name, value, bounds.least(), bounds.most());
    }

    /** Milliseconds. */
    default @Nullable Duration millis(String name) {
        Long value = wholeNumber(name);
        return value == null ? null : Duration.ofMillis(value);
    }

    default Duration millis(String name, Duration otherwise) {
        Duration value = millis(name);
        return value == null ? otherwise : value;
    }

    default @Nullable Instant instant(String name) {
        String text = text(name);
        return text == null ? null : Rfc3339.parse(name, text);
    }

    /** A text that must be there. */
    default String required(String name) {
        return required(name, "a value");
    }

    /** A text that must be there, and what it may be. */
    default String required(String name, String expected) {
        String text = text(name);
        if (text == null) {
            throw GrapeException.badValue(name, expected, "none");
        }
        return text;
    }
}
