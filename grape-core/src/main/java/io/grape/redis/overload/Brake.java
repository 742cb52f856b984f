package io.grape.redis.overload;

import io.grape.core.OverloadReason;
import io.grape.core.overload.WorkClass;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Refuses work for a node of Redis whose memory is nearly full or whose scripts are slow. Thread-safe. */
public final class Brake {
    /** Reads are refused while Redis uses a larger share of its memory. */
    private static final double MAX_FOR_READS = 0.90;
    /** The same for produces. The rest of the memory is for calls that end jobs. */
    private static final double MAX_FOR_PRODUCES = 0.95;

    /** How long a report counts. A node that sends none may have been replaced. */
    private static final long VALID = Duration.ofSeconds(10).toNanos();

    private final LongSupplier nanos;
    private volatile Report<Double> memory;
    private volatile Report<Slowness> scripts;

    private record Report<T>(T value, long at) {}

    Brake(LongSupplier nanos) {
        this.nanos = nanos;
        this.memory = new Report<>(0.0, nanos.getAsLong());
        this.scripts = new Report<>(Slowness.NONE, nanos.getAsLong());
    }

    /** How slow the scripts of a node are. */
    public enum Slowness {
        NONE,
        /** Too slow for reads. */
        SLOW,
        /** Too slow for produces, too. */
        VERY_SLOW
    }

    /** Reports the share of its memory that the node uses, 0 to 1. */
    public void memory(double used) {
        memory = new Report<>(used, nanos.getAsLong());
    }

    /** Reports how slow the scripts of the node are. */
    public void scripts(Slowness slowness) {
        scripts = new Report<>(slowness, nanos.getAsLong());
    }

    /** Whether it refuses any work. */
    boolean isOn() {
        return refusal(WorkClass.LOOK) != null;
    }

    /** Why work of this class is refused; null = it is not. */
    @Nullable
    OverloadReason refusal(WorkClass workClass) {
        return switch (workClass) {
            case ACKNOWLEDGE, CONSUME -> null;
            case PRODUCE -> refusal(MAX_FOR_PRODUCES, Slowness.VERY_SLOW);
            case LOOK -> refusal(MAX_FOR_READS, Slowness.SLOW);
        };
    }

    private @Nullable OverloadReason refusal(double maxMemory, Slowness from) {
        Report<Double> used = memory;
        if (isFresh(used) && used.value > maxMemory) {
            return OverloadReason.MEMORY;
        }
        Report<Slowness> slowness = scripts;
        return isFresh(slowness) && slowness.value.compareTo(from) >= 0 ? OverloadReason.NODE : null;
    }

    private boolean isFresh(Report<?> report) {
        return nanos.getAsLong() - report.at < VALID;
    }
}
