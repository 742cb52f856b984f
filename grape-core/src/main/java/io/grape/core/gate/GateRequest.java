package io.grape.core.gate;

import io.grape.catalog.GateFields;
import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A gate to add or change.
 *
 * @param until when it is removed automatically, in the future by Redis's clock; null = when somebody removes it
 * @param reason why, for people
 * @param by who adds it, empty = unknown; line breaks become spaces, because it is stored as one line
 */
public record GateRequest(
        GateMatch match, GateMode mode, @Nullable Instant until, String reason, String by) {
    public static GateRequest of(Values values, String by) {
        return new GateRequest(
                GateMatch.of(values.get(GateFields.MATCH)),
                GateMode.parse(values.get(GateFields.MODE)),
                values.find(GateFields.UNTIL),
                values.get(GateFields.REASON),
                by);
    }

    public GateRequest {
        GateFields.REASON.type().validated(reason, "reason", GrapeException::badValue);
        if (reason.indexOf('\0') >= 0) {
            throw GrapeException.badValue("reason", "a text without U+0000", "one with it");
        }
        by = by.replace('\n', ' ');
    }
}
