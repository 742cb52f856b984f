package io.grape.core.job;

import io.grape.core.GrapeException;
import io.grape.core.Limits;

/**
 * What a consumer hands over with a job, for the next one to go on from.
 *
 * @param payload up to {@value Limits#MAX_CHECKPOINT_BYTES} bytes, or it is TOO_LARGE
 */
public record Checkpoint(Payload payload) {
    public Checkpoint {
        int bytes = payload.bytes().length;
        if (bytes > Limits.MAX_CHECKPOINT_BYTES) {
            throw GrapeException.tooLarge("checkpoint", Limits.MAX_CHECKPOINT_BYTES, bytes);
        }
    }
}
