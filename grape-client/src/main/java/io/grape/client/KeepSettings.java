package io.grape.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a tube keeps of finished jobs. Null leaves a value as it is; no value is null in a {@link TubeStatus}. Source: {@code
 * docs/http.md#results}.
 *
 * @param time how long a job is kept after it finished; zero: none is kept
 * @param most how many are kept, up to 10,000,000
 * @param bytes how many bytes of them are kept; 0: no limit
 * @param payload whether their payloads are kept, too
 * @param resultBytes the maximum size of a result; 65,536 in a new tube
 */
public record KeepSettings(
        @Nullable Duration time,
        @Nullable Integer most,
        @Nullable Long bytes,
        @Nullable Boolean payload,
        @Nullable Integer resultBytes) {
    /** Keeps jobs for a time; leaves the rest as it is. Zero: keeps none. */
    public static KeepSettings of(Duration time) {
        return new KeepSettings(time, null, null, null, null);
    }

    /** The same with a maximum number of kept jobs. */
    public KeepSettings most(int value) {
        return new KeepSettings(time, value, bytes, payload, resultBytes);
    }
}
