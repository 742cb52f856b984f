package io.grape.core.tube;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A change of {@link KeepSettings}; null = as it was. */
public record KeepChange(
        @Nullable Duration time,
        @Nullable Integer most,
        @Nullable Long bytes,
        @Nullable Boolean payload,
        @Nullable Integer resultBytes) {
    /** Changes nothing. */
    public static final KeepChange NONE = new KeepChange(null, null, null, null, null);

    public KeepChange {
        var unused = applied(KeepSettings.NONE, time, most, bytes, payload, resultBytes);
    }

    /** A change of all of them. */
    public static KeepChange of(KeepSettings all) {
        return new KeepChange(all.time(), all.most(), all.bytes(), all.payload(), all.resultBytes());
    }

    /** A change of how long jobs are kept. */
    public static KeepChange of(Duration time) {
        return new KeepChange(time, null, null, null, null);
    }

    /** These settings after the change. */
    public KeepSettings applied(KeepSettings before) {
        return applied(before, time, most, bytes, payload, resultBytes);
    }

    private static KeepSettings applied(
            KeepSettings before,
            @Nullable Duration time,
            @Nullable Integer most,
            @Nullable Long bytes,
            @Nullable Boolean payload,
            @Nullable Integer resultBytes) {
        return new KeepSettings(
                time == null ? before.time() : time,
                most == null ? before.most() : most,
                bytes == null ? before.bytes() : bytes,
                payload == null ? before.payload() : payload,
                resultBytes == null ? before.resultBytes() : resultBytes);
    }
}
