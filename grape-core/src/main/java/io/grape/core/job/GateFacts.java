package io.grape.core.job;

import io.grape.core.gate.GateMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The gate that acts on a ready job.
 *
 * @param until when it is lifted by itself, null = when someone lifts it
 * @param by who put it up, empty if unknown
 */
public record GateFacts(
        String name, GateMode mode, @Nullable Instant until, Instant since, String by, String reason) {
    /** What it does, in words. */
    String inWords() {
        String does = switch (mode) {
            case DROP -> " drops it when its turn comes";
            case BURY -> " buries it when its turn comes";
            case HOLD, REFUSE -> " holds it" + (until == null ? "" : " until " + until);
        };
        return "gate '" + name + "', put up " + (by.isEmpty() ? "" : "by " + by + " ") + "at " + since + ',' + does
                + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}
