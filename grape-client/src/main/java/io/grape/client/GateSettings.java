package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a gate does: {@code GateSettings.hold(GateMatch.label("pdf")).reason("the renderer is down")}. Immutable.
 * Source: {@code docs/http.md#gates-of-a-tube}.
 *
 * @param until when it is lifted by itself, in the future; null: when someone lifts it
 * @param reason for people, up to 200 characters; null: none
 */
public record GateSettings(
        GateMatch match,
        GateMode mode,
        @Nullable Instant until,
        @Nullable String reason) {
    /** Ready jobs that match wait until the gate is lifted. */
    public static GateSettings hold(GateMatch match) {
        return new GateSettings(match, GateMode.HOLD, null, null);
    }

    /** Ready jobs that match are removed. */
    public static GateSettings drop(GateMatch match) {
        return new GateSettings(match, GateMode.DROP, null, null);
    }

    /** Ready jobs that match fail. */
    public static GateSettings bury(GateMatch match) {
        return new GateSettings(match, GateMode.BURY, null, null);
    }

    /** New jobs that match are refused. */
    public static GateSettings refuse(GateMatch match) {
        return new GateSettings(match, GateMode.REFUSE, null, null);
    }

    /** The same, lifted by itself at this time. */
    public GateSettings until(Instant time) {
        return new GateSettings(match, mode, time, reason);
    }

    /** The same with a reason for people. */
    public GateSettings reason(String text) {
        return new GateSettings(match, mode, until, text);
    }
}
