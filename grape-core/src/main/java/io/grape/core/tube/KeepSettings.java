package io.grape.core.tube;

import io.grape.core.Limits;
import java.time.Duration;

/**
 * What a tube keeps of finished jobs.
 *
 * @param time how long a job is kept after it finished, up to 2^32-1 s; zero = none is kept
 * @param most how many are kept, 1 to 10,000,000; those that finished first go first
 * @param bytes how many bytes of them are kept, up to 2^40; 0 = no limit
 * @param payload true if their payloads are kept, too
 * @param resultBytes the maximum size of a result, up to 16 MiB
 */
public record KeepSettings(Duration time, int most, long bytes, boolean payload, int resultBytes) {
    /** Keeps none. */
    public static final KeepSettings NONE =
            new KeepSettings(Duration.ZERO, Limits.MAX_KEEP_FINISHED, 0, false, Limits.USUAL_RESULT_BYTES);

    public KeepSettings {
        Limits.checkedDelay("keepFinishedMs", time);
        Limits.checked("keepFinishedMost", most, 1, Limits.MAX_KEEP_FINISHED);
        Limits.checked("keepFinishedBytes", bytes, 0, Limits.MAX_KEEP_BYTES);
        Limits.checked("resultMaxBytes", resultBytes, 0, Limits.MAX_PAYLOAD_BYTES);
    }

    /** Keeps jobs for a time, without their payloads. */
    public static KeepSettings of(Duration time) {
        return new KeepSettings(time, NONE.most, NONE.bytes, NONE.payload, NONE.resultBytes);
    }
}
