package io.grape.core.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Work on many jobs of a tube, in slices, and how far it is.
 *
 * @param why it ended, if there is more to say than its state does
 * @param matching how many jobs it was about when it began, as far as they were counted
 * @param skipped how many of those were consumed or changed meanwhile, and left alone
 * @param failuresSince how many jobs of the tube have failed since it began
 * @param endedAt null while it goes on
 * @param eta how much longer it takes at this pace, null when that is not known, or it does not go on
 */
public record Operation(
        String id,
        OperationRequest request,
        State state,
        @Nullable String why,
        long matching,
        long done,
        long skipped,
        long failuresSince,
        Instant createdAt,
        @Nullable Instant endedAt,
        @Nullable Duration eta) {
    /** Whether it goes on, and how it ended. */
    public enum State {
        RUNNING,
        PAUSED,
        /** It got through. */
        DONE,
        /** Somebody ended it, or removed its tube. */
        CANCELLED,
        /** Too many jobs failed meanwhile. */
        STOPPED,
        /** It could not go on. */
        FAILED;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static State parse(String wireName) {
            return valueOf(wireName.toUpperCase(Locale.ROOT));
        }

        public boolean isEnd() {
            return this != RUNNING && this != PAUSED;
        }
    }
}
