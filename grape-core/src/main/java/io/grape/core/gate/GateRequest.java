package io.grape.core.gate;

import io.grape.core.GrapeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A gate that is put up, or changed.
 *
 * @param until when it is lifted by itself, in the future by Redis's clock; null = when someone lifts it
 * @param reason for people, at most {@value #MAX_REASON_CHARS} characters
 * @param by who puts it up, empty = unknown; line breaks become spaces, as one line of the stored gate has it
 */
public record GateRequest(
        GateMatch match, GateMode mode, @Nullable Instant until, String reason, String by) {
    public static final int MAX_REASON_CHARS = 200;

    public GateRequest {
        if (reason.codePointCount(0, reason.length()) > MAX_REASON_CHARS) {
            throw GrapeException.badValue("reason", "at most " + MAX_REASON_CHARS + " characters", reason);
        }
        if (reason.indexOf('\0') >= 0) {
            throw GrapeException.badValue("reason", "a text without U+0000", "one with it");
        }
        by = by.replace('\n', ' ');
    }
}
