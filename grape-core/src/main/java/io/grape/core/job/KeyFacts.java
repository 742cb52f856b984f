package io.grape.core.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the key of a job does in its tube.
 *
 * @param isInUse false if the tube has no keys, and the key no effect
 * @param reason what keeps its jobs back, null when nothing does
 * @param until when it is looked at again, null when somebody has to change something, or nothing keeps them back
 * @param held its leases
 * @param limit its concurrency, null = none
 * @param since since when it is paused, or waits for a failed job; null otherwise
 * @param stuckBehind the failed job that it waits for, null when it waits for none
 * @param lanes how many other lanes of its priority have their turn before its own
 */
public record KeyFacts(
        String name,
        boolean isInUse,
        @Nullable ExplanationReason reason,
        @Nullable Instant until,
        long held,
        @Nullable Integer limit,
        @Nullable Instant since,
        @Nullable String stuckBehind,
        long lanes) {
    /** What keeps its jobs back, in words. */
    String inWords() {
        String begin = "its key '" + name + "' ";
        String after = until == null ? "" : " until " + until;
        if (reason == null) {
            return begin + "takes turns with others: " + (lanes == 1 ? "1 comes" : lanes + " come") + " before it";
        }
        return begin
                + switch (reason) {
                    case KEY_BUSY -> "has " + held + " of at most " + limit + " leases, and gets no more" + after;
                    case KEY_RATE_LIMITED -> "has had as many deliveries as its rate allows" + after;
                    case KEY_PAUSED_BY_WORKER -> "rests" + after + ", as a worker asked";
                    case KEY_DELAYED ->
                        "waits" + after + " for a delayed job that no other may overtake: the tube's retry delays it,"
                                + " or a release, hand-back or kick";
                    case KEY_PAUSED -> "has been paused" + (since == null ? "" : " since " + since);
                    case KEY_BLOCKED ->
                        "waits for the failed job '" + stuckBehind + "', until that is kicked, discarded or deleted";
                    default -> "is held back" + after;
                };
    }
}
