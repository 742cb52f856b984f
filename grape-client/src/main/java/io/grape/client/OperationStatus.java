package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current state of an operation.
 *
 * @param why why it was stopped, cancelled or failed; null if it was not, or nobody said
 * @param matching how many jobs matched when it began
 * @param done how many jobs had their turn, and were changed
 * @param skipped how many jobs were left alone, because they had changed since
 * @param failuresSince how many jobs of the tube have failed since it began
 * @param endedAt null while it is open
 * @param eta how long it will still take; null if that is not known
 */
public record OperationStatus(
        String id,
        OperationSettings settings,
        State state,
        @Nullable String why,
        long matching,
        long done,
        long skipped,
        long failuresSince,
        Instant createdAt,
        String createdBy,
        @Nullable Instant endedAt,
        @Nullable Duration eta) {
    /** How far it is. */
    public enum State {
        /** It works. */
        RUNNING,
        /** It is open, and does nothing until it is resumed. */
        PAUSED,
        /** All jobs had their turn. */
        DONE,
        /** By someone, or because its tube was removed. */
        CANCELLED,
        /** Too many jobs failed. */
        STOPPED,
        /** It could not go on. */
        FAILED,
        /** A state that this client does not know. */
        UNKNOWN
    }

    /** Whether it may still change jobs. */
    public boolean isOpen() {
        return endedAt == null;
    }
}
